/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

/**
 * The metric of a row of a comparison: its name, unit and direction.
 *
 * @param name stable: {@code gc.overhead}
 * @param words its name in a sentence, after "evidence of a difference in": "GC overhead"
 * @param lowerIsBetter true for almost all, since heapsight measures costs
 */
public record Metric(String name, String words, Unit unit, Group group, boolean lowerIsBetter) {
    /** The unit of a number. */
    public enum Unit {
        SECONDS("seconds"),
        CORES("cores"),
        THREADS("threads"),
        RATIO("ratio"),
        BYTES("bytes"),
        BYTES_PER_SECOND("bytes/second"),
        COUNT("count"),
        PER_SECOND("records/second"),
        BYTES_PER_RECORD("bytes/record"),
        SECONDS_PER_RECORD("seconds/record");

        private final String label;

        Unit(String label) {
            this.label = label;
        }

        /** The label in documents. */
        public String label() {
            return label;
        }
    }

    /** A group of related metrics. */
    public enum Group {
        TIME("Time and CPU"),
        CONTAINER("Container and process"),
        HEAP("Heap"),
        GC("Garbage collection"),
        METASPACE("Metaspace, classes, threads"),
        OUTPUT("Output"),
        OBJECTS("Objects at the stop"),
        WORK("Per unit of work");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** Returns the natural step of values; 0 for measured ones. */
    double resolution() {
        return unit == Unit.COUNT ? 1 : 0;
    }
}
