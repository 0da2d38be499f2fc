/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** {@code CompletableFuture}s that were never completed. */
final class IncompleteFutures implements LeakKind {
    private static final String FUTURE = "java/util/concurrent/CompletableFuture";

    /** More than the requests of a program at a time. */
    private static final int MANY = 10_000;

    @Override
    public Set<String> classes() {
        return Set.of(FUTURE);
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] open = new int[found.ranks().length];
        int count = 0;
        int largest = 0;
        for (int future : found.ranks()) {
            if (heap.reference(heap.address(future), "result") == 0) {
                open[count++] = future;
                if (largest == 0 || heap.retained(future) > heap.retained(largest)) {
                    largest = future;
                }
            }
        }
        if (count < MANY) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(open, count);
        List<HolderPlace> places = heap.places(heap.address(largest));
        String place = places.isEmpty() ? "CompletableFuture" : places.getFirst().text();
        LeakCause cause =
                new LeakCause(
                        "incomplete-futures",
                        LeakCause.Certainty.LEAK,
                        place,
                        places.isEmpty() ? Thousands.of(count) + " CompletableFutures" : place,
                        places.isEmpty(),
                        "%s x CompletableFuture that was never completed, of %s in all"
                                .formatted(Thousands.of(count), Thousands.of(found.count())),
                        count,
                        "Complete each, or give it a time with orTimeout(); take it out of its map"
                                + " in whenComplete().",
                        "A healthy program has as many as requests are under way.");
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, places));
    }
}
