/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.unit.VisibleText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Accumulates the pauses of one JVM by collector and cause. The target writes the causes, so their
 * length and number are bounded: above {@value #MOST_HISTOGRAMS} histograms, the cause is {@value
 * #OTHER}.
 *
 * <p>Not thread-safe.
 */
final class GcPauseMeter {
    /** The cause of a pause that was followed by another one before it was read. */
    static final String UNKNOWN = "unknown";

    private static final String OTHER = "other";

    /** HotSpot has 40 causes; a program with one collector has five at most. */
    private static final int MOST_HISTOGRAMS = 32;

    private static final int LONGEST_CAUSE = 60;

    private final Map<Key, Buckets> histograms = new LinkedHashMap<>();
    private final Map<String, GcPauses.Merged> merged = new LinkedHashMap<>();
    private @Nullable GcPauses pauses;
    private double longest;

    private record Key(String collector, String cause) {}

    private static final class Buckets {
        private final long[] counts = new long[GcPauses.BOUNDS.size() + 1];
        private double seconds;

        void add(double pauseSeconds) {
            int bucket = 0;
            while (bucket < GcPauses.BOUNDS.size() && pauseSeconds > GcPauses.BOUNDS.get(bucket)) {
                bucket++;
            }
            counts[bucket]++;
            seconds += pauseSeconds;
        }
    }

    /** Adds a collector that has no pauses yet. */
    void collector(String name) {
        merge(name, 0, 0);
    }

    /**
     * Adds one pause.
     *
     * @param cause as the target writes it; may be empty
     */
    void pause(String collector, String cause, double seconds) {
        String shown = cause.isBlank() ? UNKNOWN : VisibleText.of(cause, LONGEST_CAUSE);
        Key key = new Key(collector, shown);
        if (!histograms.containsKey(key) && histograms.size() >= MOST_HISTOGRAMS) {
            key = new Key(collector, OTHER);
        }
        histograms.computeIfAbsent(key, _ -> new Buckets()).add(seconds);
        longest = Math.max(longest, seconds);
        pauses = null;
    }

    /** Adds pauses whose sum alone is known. */
    void merge(String collector, long count, double seconds) {
        longest = Math.max(longest, seconds / Math.max(1, count));
        merged.merge(
                collector,
                new GcPauses.Merged(collector, count, seconds),
                (sum, more) ->
                        new GcPauses.Merged(
                                collector,
                                sum.count() + more.count(),
                                sum.seconds() + more.seconds()));
        pauses = null;
    }

    /** Returns the pauses so far: the same object until more are added. */
    GcPauses pauses() {
        GcPauses known = pauses;
        if (known == null) {
            known =
                    new GcPauses(
                            histograms.entrySet().stream()
                                    .map(entry -> histogram(entry.getKey(), entry.getValue()))
                                    .toList(),
                            merged.values().stream().toList());
            pauses = known;
        }
        return known;
    }

    /** Returns the longest pause since the last call, in seconds; 0 without one. */
    double takeLongest() {
        double taken = longest;
        longest = 0;
        return taken;
    }

    private static GcPauses.Histogram histogram(Key key, Buckets buckets) {
        return new GcPauses.Histogram(
                key.collector,
                key.cause,
                Arrays.stream(buckets.counts).boxed().toList(),
                buckets.seconds);
    }
}
