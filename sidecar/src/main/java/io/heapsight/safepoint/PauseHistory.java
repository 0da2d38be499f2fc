/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import io.heapsight.safepoint.GcPauses.Histogram;
import io.heapsight.safepoint.GcPauses.Merged;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pauses of the last hour: snapshots of the counts, one a minute, and the newest counts. The
 * newest counts minus the oldest snapshot are the pauses of that hour.
 *
 * <p>Memory: 61 snapshots, each with the histograms of {@link GcPauses} (usually two or three of
 * 0.4 KiB), without its last pauses. Unchanged counts share one snapshot.
 *
 * <p>Thread-safe.
 */
public final class PauseHistory {
    private static final long EVERY_NANOS = 60_000_000_000L;
    private static final long MOST_NANOS = 60 * EVERY_NANOS;

    private final Deque<Snapshot> snapshots = new ArrayDeque<>();
    private @Nullable Snapshot newest;

    /** Counts at a moment. */
    private record Snapshot(long nanos, GcPauses pauses) {}

    /**
     * The pauses since a moment.
     *
     * @param fromNanos the moment, by {@link io.heapsight.unit.SteadyClock#nanoTime}
     * @param seconds since then
     * @param pauses pauses since then, in all parts: histograms, merged and last pauses
     */
    public record Window(long fromNanos, double seconds, GcPauses pauses) {}

    /** Adds the counts of a sample. */
    public synchronized void add(long nanos, GcPauses pauses) {
        newest = new Snapshot(nanos, pauses);
        if (snapshots.isEmpty() || nanos - snapshots.getLast().nanos >= EVERY_NANOS) {
            snapshots.add(new Snapshot(nanos, counts(pauses)));
        }
        while (nanos - snapshots.getFirst().nanos > MOST_NANOS + EVERY_NANOS / 2) {
            snapshots.removeFirst();
        }
    }

    private GcPauses counts(GcPauses pauses) {
        if (!snapshots.isEmpty()) {
            GcPauses before = snapshots.getLast().pauses;
            if (before.histograms().equals(pauses.histograms())
                    && before.merged().equals(pauses.merged())) {
                return before;
            }
        }
        return new GcPauses(pauses.histograms(), pauses.merged(), List.of());
    }

    /** Returns the pauses of the last hour, or since the first sample; empty without samples. */
    public synchronized Optional<Window> lastHour() {
        if (newest == null) {
            return Optional.empty();
        }
        Snapshot from = snapshots.getFirst();
        return Optional.of(
                new Window(
                        from.nanos,
                        (newest.nanos - from.nanos) / 1e9,
                        since(from.pauses, newest.pauses)));
    }

    private static GcPauses since(GcPauses from, GcPauses to) {
        List<Histogram> histograms =
                to.histograms().stream()
                        .map(each -> since(from, each))
                        .filter(each -> each.count() > 0)
                        .toList();
        List<Merged> merged = to.merged().stream().map(each -> since(from, each)).toList();
        long all =
                histograms.stream().mapToLong(Histogram::count).sum()
                        + merged.stream().mapToLong(Merged::count).sum();
        return new GcPauses(histograms, merged, last(to.last(), all));
    }

    /** Returns this many of the last pauses; some may be missing. */
    private static List<PauseEvent> last(List<PauseEvent> events, long pauses) {
        long left = pauses;
        int first = events.size();
        while (first > 0 && left >= events.get(first - 1).count()) {
            first--;
            left -= events.get(first).count();
        }
        return events.subList(first, events.size());
    }

    private static Histogram since(GcPauses from, Histogram to) {
        return from.histograms().stream()
                .filter(each -> each.collector().equals(to.collector()))
                .filter(each -> each.cause().equals(to.cause()))
                .findFirst()
                .map(before -> minus(to, before))
                .orElse(to);
    }

    private static Histogram minus(Histogram to, Histogram before) {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < to.counts().size(); i++) {
            counts.add(Math.max(0, to.counts().get(i) - before.counts().get(i)));
        }
        return new Histogram(
                to.collector(), to.cause(), counts, Math.max(0, to.seconds() - before.seconds()));
    }

    private static Merged since(GcPauses from, Merged to) {
        return from.merged().stream()
                .filter(each -> each.collector().equals(to.collector()))
                .findFirst()
                .map(
                        before ->
                                new Merged(
                                        to.collector(),
                                        Math.max(0, to.count() - before.count()),
                                        Math.max(0, to.seconds() - before.seconds())))
                .orElse(to);
    }
}
