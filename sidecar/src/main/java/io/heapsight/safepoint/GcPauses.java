/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import java.util.List;

/**
 * Counts a target's garbage collection pauses since the sidecar found the target.
 *
 * @param histograms of the pauses whose duration is known, by collector and cause
 * @param merged the other pauses, one entry per collector that counts its pauses
 * @param last the latest pauses, oldest first, up to {@value #MOST_LAST}
 */
public record GcPauses(List<Histogram> histograms, List<Merged> merged, List<PauseEvent> last) {
    /** The value for a target with unknown pauses. */
    public static final GcPauses NONE = new GcPauses(List.of(), List.of(), List.of());

    static final int MOST_LAST = 100;

    /**
     * The upper bounds of buckets, in seconds, each inclusive. They contain those of
     * OpenTelemetry's jvm.gc.duration: 0.01, 0.1, 1, 10.
     */
    public static final List<Double> BOUNDS =
            List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

    /**
     * The pauses of one collector with one cause.
     *
     * @param collector named as the target's GarbageCollectorMXBean
     * @param cause in the JVM's words: "G1 Evacuation Pause"
     * @param counts of each bucket, then that of longer pauses; not cumulative
     * @param seconds in total
     */
    public record Histogram(String collector, String cause, List<Long> counts, double seconds) {
        public Histogram {
            counts = List.copyOf(counts);
            if (counts.size() != BOUNDS.size() + 1) {
                throw new IllegalArgumentException(counts.size() + " buckets");
            }
        }

        /** Returns the number of pauses. */
        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * Pauses of one collector without a known duration: three or more ended between two readings,
     * which show the sum of all and the duration of the last one.
     *
     * @param seconds in total
     */
    public record Merged(String collector, long count, double seconds) {}

    public GcPauses {
        histograms = List.copyOf(histograms);
        merged = List.copyOf(merged);
        last = List.copyOf(last);
    }
}
