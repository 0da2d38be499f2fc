/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.profile;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFile;
import io.heapsight.profile.ProfileRecord;
import io.heapsight.report.Report;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Lists the stored profiles, oldest first. */
public record ProfilesReport(List<ProfileRecord> profiles) implements Report {
    static final Shape<ProfileRecord> PROFILE =
            Shape.<ProfileRecord>of()
                    .field("id", TEXT.as(Schema.pattern(KeptFile.ID_PATTERN)), ProfileRecord::id)
                    .field("startedAt", TIME, ProfileRecord::startedAt)
                    .field("target", TARGET, each -> new Target(each.pid(), each.target()))
                    .field("event", TEXT, each -> each.event().label())
                    .field("engine", TEXT, ProfileRecord::engine)
                    .field("seconds", COUNT, ProfileRecord::seconds)
                    .field("bytes", BYTES, ProfileRecord::bytes)
                    .field("samples", COUNT, ProfileRecord::samples)
                    .field("state", TEXT, ProfileRecord::state)
                    .field("way", TEXT, ProfileRecord::way);

    public static final Shape<ProfilesReport> SHAPE =
            Shape.<ProfilesReport>of().field("profiles", list(PROFILE), ProfilesReport::profiles);

    @Override
    public String text() {
        if (profiles.isEmpty()) {
            return "No profiles stored: POST /profiles takes one.\n";
        }
        TextTable table =
                new TextTable(
                        "ID", "TARGET", "EVENT", "SECONDS", "SAMPLES", "BYTES", "STATE", "WAY");
        for (ProfileRecord each : profiles) {
            table.add(
                    each.id(),
                    each.target(),
                    each.event().label(),
                    NumberText.count(each.seconds()),
                    NumberText.count(each.samples()),
                    NumberText.count(each.bytes()),
                    each.state(),
                    each.way());
        }
        return table.alignRight(List.of(3, 4, 5)).text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
