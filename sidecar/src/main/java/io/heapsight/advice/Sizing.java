/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.memory.UnfitHeap;
import java.util.Optional;

/**
 * The recommended sizes, chosen together: the heap first, then a limit that fits the present, the
 * suggested and the wanted heap. Each may therefore be applied without the other.
 *
 * @param past the recorded past
 * @param replay checks sizes against it
 * @param heap the maximum heap size
 * @param limit the container's limit
 * @param unfit a heap full of garbage that exceeds the limit
 */
record Sizing(
        Past past, Replay replay, HeapChoice heap, LimitChoice limit, Optional<UnfitHeap> unfit) {
    /** Share of the limit below which a container is not in danger. */
    private static final double NEAR = 0.85;

    static Sizing of(Observation seen) {
        Past past = Past.of(seen);
        Replay replay = new Replay(past);
        HeapChoice heap = HeapChoice.of(past, replay);
        return new Sizing(
                past, replay, heap, LimitChoice.of(past, replay, heap), unfit(past, replay));
    }

    private static Optional<UnfitHeap> unfit(Past past, Replay replay) {
        boolean isKnown = past.live().readings() > 0 && !Double.isNaN(past.outsideBytes());
        boolean isNear = past.held() >= NEAR * past.now().heldBytes();
        if (!isNear || !isKnown || past.isStale() || replay.grows().isPresent()) {
            return Optional.empty();
        }
        return UnfitHeap.of(
                past.now().heap(),
                new UnfitHeap.Sizes(
                        past.now().heldBytes(),
                        past.now().heapMaxBytes(),
                        past.cost().heapBytes(),
                        past.live().p95Bytes(),
                        past.besideHeap()));
    }
}
