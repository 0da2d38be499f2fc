/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.memory.OversizedHeap;
import java.util.Optional;

/**
 * The recommended sizes, chosen together: the heap first, then a limit that fits the present, the
 * suggested and the wanted heap. Each may therefore be applied without the other.
 *
 * @param past the recorded past
 * @param survival checks sizes against the recorded past
 * @param heap the maximum heap size
 * @param limit the container's limit
 * @param unfit a heap full of garbage that exceeds the limit
 */
record RecommendedSizes(
        ObservedMemory past,
        SettingsReplayCheck survival,
        SuggestedHeapSize heap,
        SuggestedMemoryLimit limit,
        Optional<OversizedHeap> unfit) {
    /** Share of the limit below which a container is not in danger. */
    private static final double NEAR = 0.85;

    static RecommendedSizes of(TargetObservation seen) {
        ObservedMemory past = ObservedMemory.of(seen);
        SettingsReplayCheck survival = new SettingsReplayCheck(past);
        SuggestedHeapSize heap = SuggestedHeapSize.of(past, survival);
        return new RecommendedSizes(
                past,
                survival,
                heap,
                SuggestedMemoryLimit.of(past, survival, heap),
                unfit(past, survival));
    }

    private static Optional<OversizedHeap> unfit(
            ObservedMemory past, SettingsReplayCheck survival) {
        boolean isKnown = past.live().readings() > 0 && !Double.isNaN(past.outsideBytes());
        boolean isNear = past.held() >= NEAR * past.now().heldBytes();
        if (!isNear || !isKnown || past.live().isStale() || survival.grows().isPresent()) {
            return Optional.empty();
        }
        return OversizedHeap.of(
                        past.seen().jvm().flags(),
                        past.now().heap(),
                        new OversizedHeap.Sizes(
                                past.now().heldBytes(),
                                past.now().heapMaxBytes(),
                                past.cost().heapBytes(),
                                past.live().p95Bytes(),
                                past.besideHeap()))
                .filter(unfit -> unfit.fits() >= survival.needBesideDirect());
    }
}
