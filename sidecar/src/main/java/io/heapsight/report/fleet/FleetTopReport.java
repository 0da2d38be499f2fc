/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.fleet;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.fleet.top.FleetTop;
import io.heapsight.fleet.top.PodHealth;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.SharedJsonShapes;
import io.heapsight.report.section.TextTable;
import io.heapsight.stats.Estimate;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;

/**
 * The pods of a fleet, the sickest first.
 *
 * @param limit number of pods to show
 */
public record FleetTopReport(FleetTop top, int limit, Instant takenAt) implements Report {
    private static final Shape<PodHealth.Leak> LEAK =
            Shape.<PodHealth.Leak>of()
                    .field("what", TEXT, PodHealth.Leak::what)
                    .field("bytesPerHour", NUMBER, it -> it.bytesPerHour().value())
                    .field(
                            "bytesPerHourInterval",
                            SharedJsonShapes.INTERVAL,
                            PodHealth.Leak::bytesPerHour)
                    .nullable("hoursToEnd", NUMBER, it -> it.hoursToEnd().map(Estimate::value))
                    .nullable(
                            "hoursToEndInterval",
                            SharedJsonShapes.INTERVAL,
                            PodHealth.Leak::hoursToEnd);

    private static final Shape<PodHealth> POD =
            Shape.<PodHealth>of()
                    .field("pod", TEXT, PodHealth::pod)
                    .field("severity", NUMBER, PodHealth::severity)
                    .field("why", TEXT, PodHealth::why)
                    .nullable("limitRatio", NUMBER, it -> number(it.limitRatio()))
                    .nullable("leak", LEAK, PodHealth::leak)
                    .nullable("gcRatio", NUMBER, it -> number(it.gcRatio()))
                    .nullable("gcCpuRatio", NUMBER, it -> number(it.gcCpuRatio()))
                    .nullable("longestPauseSeconds", NUMBER, it -> number(it.longestPauseSeconds()))
                    .nullable("throttledRatio", NUMBER, it -> number(it.throttledRatio()))
                    .nullable("oomKills", COUNT, it -> number(it.oomKills()))
                    .nullable("restarts", COUNT, it -> number(it.restarts()));

    public static final Shape<FleetTopReport> SHAPE =
            Shape.<FleetTopReport>of()
                    .field("takenAt", TIME, FleetTopReport::takenAt)
                    .field("windowSeconds", COUNT, it -> it.top.window().toSeconds())
                    .field("podCount", COUNT, it -> it.top.pods().size())
                    .field("pods", list(POD), FleetTopReport::shown)
                    .field("notes", TEXTS, it -> it.top.notes());

    private List<PodHealth> shown() {
        return top.pods().subList(0, Math.min(limit, top.pods().size()));
    }

    @Override
    public String text() {
        TextTable table = new TextTable(PodHealth.HEADINGS.toArray(String[]::new));
        shown().forEach(pod -> table.add(pod.cells().toArray(String[]::new)));
        StringBuilder out = new StringBuilder(table.text());
        int more = top.pods().size() - shown().size();
        if (more > 0) {
            out.append("and %d more pods\n".formatted(more));
        }
        top.notes().forEach(note -> out.append("note: ").append(note).append('\n'));
        return out.toString();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
