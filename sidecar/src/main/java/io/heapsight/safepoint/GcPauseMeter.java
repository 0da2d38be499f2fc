/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import io.heapsight.unit.VisibleText;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
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
    /** The cause of a pause that another pause followed before the reading. */
    static final String UNKNOWN = "unknown";

    private static final String OTHER = "other";

    /** HotSpot has 40 causes; a program with one collector has five at most. */
    private static final int MOST_HISTOGRAMS = 32;

    private static final int LONGEST_CAUSE = 60;

    private final Map<Key, DurationBuckets> histograms = new LinkedHashMap<>();
    private final Map<String, GcPauses.Merged> merged = new LinkedHashMap<>();
    private final Deque<PauseEvent> last = new ArrayDeque<>();
    private @Nullable GcPauses pauses;
    private double longest;

    private record Key(String collector, String cause) {}

    /** Adds a collector that has no pauses yet. */
    void collector(String name) {
        merge(name, 0, 0);
        pauses = null;
    }

    /**
     * Adds pauses.
     *
     * @param event with the cause as the target writes it, which may be empty
     */
    void add(PauseEvent event) {
        String cause = event.cause();
        String shown = cause.isBlank() ? UNKNOWN : VisibleText.of(cause, LONGEST_CAUSE);
        if (event.count() == 1) {
            add(event.collector(), shown, event.seconds());
        } else {
            merge(event.collector(), event.count(), event.seconds());
        }
        longest = Math.max(longest, event.seconds() / event.count());
        remember(event, shown);
        pauses = null;
    }

    private void add(String collector, String cause, double seconds) {
        Key key = new Key(collector, cause);
        if (!histograms.containsKey(key) && histograms.size() >= MOST_HISTOGRAMS) {
            key = new Key(collector, OTHER);
        }
        histograms.computeIfAbsent(key, _ -> new DurationBuckets(GcPauses.BOUNDS)).add(seconds);
    }

    private void remember(PauseEvent event, String cause) {
        if (last.size() == GcPauses.MOST_LAST) {
            last.removeFirst();
        }
        last.addLast(
                new PauseEvent(
                        event.uptimeSeconds(),
                        event.collector(),
                        cause,
                        event.count(),
                        event.seconds()));
    }

    private void merge(String collector, long count, double seconds) {
        merged.merge(
                collector,
                new GcPauses.Merged(collector, count, seconds),
                (sum, more) ->
                        new GcPauses.Merged(
                                collector,
                                sum.count() + more.count(),
                                sum.seconds() + more.seconds()));
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
                            merged.values().stream().toList(),
                            inOrder());
            pauses = known;
        }
        return known;
    }

    /**
     * Returns the last pauses by time. Readings of the collectors of one operation follow each
     * other, so pauses may arrive out of order.
     */
    private List<PauseEvent> inOrder() {
        return last.stream().sorted(Comparator.comparingDouble(PauseEvent::uptimeSeconds)).toList();
    }

    /** Returns the longest pause since the last call, in seconds; 0 without one. */
    double takeLongest() {
        double taken = longest;
        longest = 0;
        return taken;
    }

    private static GcPauses.Histogram histogram(Key key, DurationBuckets buckets) {
        return new GcPauses.Histogram(
                key.collector, key.cause, buckets.counts(), buckets.seconds());
    }
}
