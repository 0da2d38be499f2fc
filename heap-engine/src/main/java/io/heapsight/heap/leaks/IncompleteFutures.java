/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds {@code CompletableFuture}s that were never completed. */
final class IncompleteFutures implements LeakKind {
    private static final String FUTURE = "java/util/concurrent/CompletableFuture";

    /** More than the requests of a program at a time. */
    private static final int MANY = 10_000;

    private static final int MOST_LEVELS = 12;
    private static final int VOTES = 9;

    @Override
    public Set<String> classes() {
        return Set.of(FUTURE);
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] ranks =
                Arrays.stream(found.ranks())
                        .filter(rank -> heap.reference(heap.address(rank), "result") == 0)
                        .filter(rank -> !isOfWaitingTask(rank, heap))
                        .toArray();
        int count = ranks.length;
        if (count < MANY) {
            return List.of();
        }
        List<HolderPlace> places = places(heap.tops(ranks), heap);
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

    /** Whether a future belongs to a task in the queue of an executor, or depends on it. */
    private static boolean isOfWaitingTask(int rank, LeakObjectReader heap) {
        long below = 0;
        int at = heap.dominator(rank);
        for (int i = 0; i < MOST_LEVELS && at != 0; i++) {
            long holder = heap.address(at);
            boolean waits = below != 0 && heap.reference(holder, "workQueue") == below;
            if (waits || heap.isA(holder, "java/util/concurrent/ForkJoinPool$WorkQueue")) {
                return true;
            }
            below = holder;
            at = heap.dominator(at);
        }
        return false;
    }

    /** The places of the largest future; of many futures, the places that hold most of a sample. */
    private static List<HolderPlace> places(int[] tops, LeakObjectReader heap) {
        int largest = tops[0];
        for (int each : tops) {
            largest = heap.retained(each) > heap.retained(largest) ? each : largest;
        }
        List<HolderPlace> most = heap.places(heap.address(largest));
        Map<List<HolderPlace>, Integer> votes = new HashMap<>();
        for (int i = 0; i < VOTES && tops.length >= VOTES; i++) {
            int rank = tops[(int) ((long) i * tops.length / VOTES)];
            List<HolderPlace> places = heap.places(heap.address(rank));
            most = votes.merge(places, 1, Integer::sum) > VOTES / 2 ? places : most;
        }
        return most;
    }
}
