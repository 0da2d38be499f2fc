/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Stores the last histograms of all targets, each with an id, for later comparison. Bounded by
 * number and by memory, but always keeps the newest one.
 *
 * <p>Thread-safe.
 */
public final class HistogramHistory {
    /**
     * A stored histogram.
     *
     * @param id for {@code /histogram/diff?base=ID}
     * @param takenBy the caller
     * @param nanos time of the capture, by {@link System#nanoTime}
     */
    public record Kept(String id, ClassHistogram histogram, String takenBy, long nanos) {}

    private static final long MAX_BYTES = 5 * 1024 * 1024;

    private final int capacity;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private long count;

    public HistogramHistory(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        this.capacity = capacity;
    }

    /** Adds a histogram, and evicts the oldest ones if necessary. */
    public synchronized Kept add(ClassHistogram histogram, String takenBy) {
        count++;
        Kept entry = new Kept("h" + count, histogram, takenBy, System.nanoTime());
        kept.addLast(entry);
        while (kept.size() > capacity || (kept.size() > 1 && bytes() > MAX_BYTES)) {
            kept.removeFirst();
        }
        return entry;
    }

    private long bytes() {
        return kept.stream().mapToLong(each -> each.histogram().rows().compressedBytes()).sum();
    }

    public synchronized Optional<Kept> find(String id) {
        return kept.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }

    /** Returns the last histogram of a target. */
    public synchronized Optional<Kept> last(int pid) {
        return kept.reversed().stream().filter(entry -> entry.histogram().pid() == pid).findFirst();
    }

    /** Deletes the histograms of an ended target, since its pid may be reused. */
    public synchronized void forget(int pid) {
        kept.removeIf(entry -> entry.histogram().pid() == pid);
    }

    /** Returns the histograms, oldest first. */
    public synchronized List<Kept> all() {
        return List.copyOf(kept);
    }
}
