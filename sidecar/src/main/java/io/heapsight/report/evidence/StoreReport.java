/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.evidence;

import io.heapsight.report.Report;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.store.read.StoreContents;
import io.heapsight.store.read.StoredEvidence;
import java.io.IOException;
import java.io.Writer;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The evidence in a store, the newest first. */
public record StoreReport(StoreContents contents) implements Report {
    @Override
    public String text() {
        if (contents.evidence().isEmpty()) {
            return "No evidence below %s.\n".formatted(contents.store());
        }
        TextTable table = new TextTable("ID", "KIND", "POD", "TARGET", "STORED", "BYTES", "STATE");
        for (StoredEvidence each : contents.evidence()) {
            table.add(
                    each.id(),
                    each.kind().label(),
                    each.pod(),
                    each.target().isEmpty() ? "-" : each.target(),
                    each.storedAt()
                            .map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString())
                            .orElse("-"),
                    NumberText.count(each.bytes()),
                    each.state().label());
        }
        String more =
                contents.more()
                        ? "More is in the store: raise --top, or name a folder below.\n"
                        : "";
        return table.alignRight(List.of(5)).text() + more;
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        StoreContents.SHAPE.writeDocument(out, contents);
    }
}
