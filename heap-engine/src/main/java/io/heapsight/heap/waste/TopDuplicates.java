/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Stores a given number of the repeated contents that waste most. */
final class TopDuplicates {
    private static final Comparator<Content> BY_WASTE =
            Comparator.comparingLong(Content::wastedBytes)
                    .thenComparingLong(Content::count)
                    .thenComparing(Content::hash, Long::compareUnsigned);

    private final int most;
    private final PriorityQueue<Content> least;

    /** Several arrays with the same content. */
    record Content(long hash, long example, long count, long bytesEach) {
        long wastedBytes() {
            return (count - 1) * bytesEach;
        }
    }

    TopDuplicates(int most) {
        this.most = most;
        this.least = new PriorityQueue<>(BY_WASTE);
    }

    void offer(long hash, long example, long count, long bytesEach) {
        if (count < 2 || most == 0) {
            return;
        }
        Content last = least.peek();
        if (last != null && least.size() == most && (count - 1) * bytesEach < last.wastedBytes()) {
            return;
        }
        least.add(new Content(hash, example, count, bytesEach));
        if (least.size() > most) {
            least.remove();
        }
    }

    /** The contents, those that waste most first. */
    List<Content> ranked() {
        return least.stream().sorted(BY_WASTE.reversed()).toList();
    }
}
