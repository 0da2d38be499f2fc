/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.summary.Finding;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The findings of a heap summary as the termination message of a container: the first ones, as many
 * as Kubernetes keeps.
 *
 * @see <a
 *     href="https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/">Determine
 *     the Reason for Pod Failure</a>
 */
record TerminationMessage(HeapSummary summary) {
    private static final int MOST_BYTES = 4096;

    /** The text, at most {@value #MOST_BYTES} bytes of UTF-8. */
    String text() {
        return first(items());
    }

    /** Returns the first items, as many as fit. */
    static String first(List<String> items) {
        StringBuilder out = new StringBuilder();
        int bytes = 0;
        for (String each : items) {
            bytes += each.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_BYTES) {
                break;
            }
            out.append(each);
        }
        return out.toString();
    }

    private List<String> items() {
        List<String> items = new ArrayList<>();
        for (Finding each : summary.findings()) {
            items.add(item(each.severity().words(), each.text(), each.remedy()));
        }
        if (items.isEmpty()) {
            items.add("No findings.\n");
        }
        for (HeapSummary.SkippedPhase each : summary.skipped()) {
            items.add(item("skipped", each.phase() + ": " + each.reason(), each.remedy()));
        }
        return items;
    }

    private static String item(String label, String text, String remedy) {
        return "%s: %s\n  %s\n".formatted(label, VisibleText.of(text), VisibleText.of(remedy));
    }

    /**
     * Writes the text to a file, which the container runtime has usually created.
     *
     * @throws ProblemException if it can't be written
     */
    void writeTo(Path file) throws ProblemException {
        try {
            Files.writeString(file, text());
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The termination message can't be written",
                    file + ": " + IoReason.why(e),
                    "Name the file of terminationMessagePath, /dev/termination-log by default.",
                    e);
        }
    }
}
