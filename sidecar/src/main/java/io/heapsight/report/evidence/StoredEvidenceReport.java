/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.evidence;

import io.heapsight.report.Report;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.store.read.ManifestObject;
import io.heapsight.store.read.StoredEvidence;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * One evidence in a store, and its objects.
 *
 * @param store the store's URL
 */
public record StoredEvidenceReport(String store, StoredEvidence evidence) implements Report {
    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append("%s/%s/\n".formatted(store, evidence.folder()));
        out.append("kind: %s\n".formatted(evidence.kind().label()));
        if (evidence.storedAt().isPresent()) {
            out.append("target: %s\n".formatted(evidence.target()));
            out.append(
                    "stored: %s by %s\n".formatted(evidence.storedAt().get(), evidence.caller()));
        }
        out.append("state: %s\n".formatted(words()));
        if (!evidence.objects().isEmpty()) {
            TextTable table = new TextTable("OBJECT", "FORM", "BYTES", "IN THE STORE", "SHA-256");
            for (ManifestObject each : evidence.objects()) {
                table.add(
                        each.object().name(),
                        each.object().form().label(),
                        NumberText.count(each.object().bytes()),
                        each.bytesInStore().isPresent()
                                ? NumberText.count(each.bytesInStore().getAsLong())
                                : "missing",
                        each.object().sha256());
            }
            out.append('\n').append(table.alignRight(List.of(2, 3)).text());
        }
        return out.toString();
    }

    private String words() {
        return switch (evidence.state()) {
            case COMPLETE -> "complete: all objects are there, with the manifest's sizes";
            case DIFFERENT -> "different: an object is missing, or has another size";
            case UNFINISHED -> "unfinished: no manifest; the upload is running or was interrupted";
            case UNREADABLE -> "unreadable: the manifest is invalid";
        };
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        StoredEvidence.SHAPE.writeDocument(out, evidence);
    }
}
