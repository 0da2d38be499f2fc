/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the table of the heap that ZGC logs at the end of a cycle:
 *
 * <pre>
 * y:                Mark Start          Mark End        Relocate Start      Relocate End
 * y:      Used:       30M (94%)          30M (94%)          28M (88%)          22M (69%)
 * y: Allocated:         -                 0M (0%)            8M (25%)           9M (28%)
 * y:  Promoted:         -                  -                 0M (0%)            0M (0%)
 * </pre>
 */
final class ZgcHeapTable {
    private static final Pattern COLUMN =
            Pattern.compile("(-|\\d{1,9}M)(?: \\(\\d{1,3}%\\))?(?: |$)");

    private final Consumer<GcLogEvent> events;
    private double[] capacity = {};
    private double[] used = {};
    private double[] allocated = {};
    private boolean isYoung;

    ZgcHeapTable(Consumer<GcLogEvent> events) {
        this.events = events;
    }

    /**
     * Parses a row; the last required row completes the table.
     *
     * @param text the message with the label of its generation, "y: "
     */
    void row(String text, String message) {
        if (message.startsWith("Capacity:")) {
            capacity = columns(message);
        } else if (message.startsWith("Used:")) {
            double[] row = columns(message);
            if (row.length >= 6 || used.length == 0) {
                used = row; // of the heap; the generation's row has four columns
                allocated = new double[0];
                isYoung = text.startsWith("y") || text.startsWith("Y");
            }
        } else if (message.startsWith("Allocated:")) {
            allocated = columns(message);
        } else if (message.startsWith("Promoted:") && isYoung) {
            end(text, last(columns(message)));
        } else if (message.startsWith("Reclaimed:") && !text.startsWith(": ", 1)) {
            end(text, Double.NaN);
        }
    }

    private void end(String text, double promoted) {
        if (used.length >= 4 && allocated.length >= 3 && !text.startsWith("O")) {
            double size = capacity.length >= 4 ? capacity[3] : Double.NaN;
            events.accept(new GcLogEvent.ZHeap(used[0], used[3], size, allocated[2], promoted));
        }
        capacity = new double[0];
        used = new double[0];
        allocated = new double[0];
    }

    private static double last(double[] row) {
        return row.length == 0 ? Double.NaN : row[row.length - 1];
    }

    private static double[] columns(String message) {
        Matcher matcher = COLUMN.matcher(message.substring(message.indexOf(':') + 1));
        return matcher.results()
                .map(result -> result.group(1))
                .mapToDouble(
                        each ->
                                each.equals("-")
                                        ? Double.NaN
                                        : HeapChange.bytes(
                                                each.substring(0, each.length() - 1), "M"))
                .toArray();
    }
}
