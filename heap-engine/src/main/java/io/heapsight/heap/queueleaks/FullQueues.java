/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.queueleaks;

import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Queues that are filled to their capacity, such as a pool of buffers while none is in use. They
 * cannot grow. Long ones are a {@link QueueBacklog}.
 */
final class FullQueues implements LeakKind {
    private static final String ARRAY = "java/util/concurrent/ArrayBlockingQueue";
    private static final int MOST = 20_000;
    private static final int MOST_LOOKED_AT = 1_000;

    @Override
    public Set<String> classes() {
        return Set.of(
                ARRAY,
                "java/util/concurrent/LinkedBlockingQueue",
                "java/util/concurrent/LinkedBlockingDeque");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        List<KnownLeak> full = new ArrayList<>();
        int[] ranks = found.ranks();
        for (int i = 0; i < ranks.length && i < MOST_LOOKED_AT; i++) {
            full(ranks[i], heap).ifPresent(full::add);
        }
        return full;
    }

    private static Optional<KnownLeak> full(int rank, LeakObjectReader heap) {
        long queue = heap.address(rank);
        long waiting = heap.size(queue).orElse(0);
        long capacity =
                heap.isA(queue, ARRAY)
                        ? heap.size(heap.reference(queue, "items")).orElse(0)
                        : heap.number(queue, "capacity");
        boolean isFull = capacity > 0 && waiting >= capacity;
        if (!isFull || waiting >= MOST || isOfExecutor(rank, heap)) {
            return Optional.empty();
        }
        List<HolderPlace> places = heap.places(queue);
        String place = places.isEmpty() ? heap.className(queue) : places.getFirst().text();
        LeakCause cause =
                new LeakCause(
                        "full-queue",
                        LeakCause.Certainty.BOUNDED,
                        place,
                        place,
                        false,
                        "%s elements in a queue with that capacity (%s)"
                                .formatted(Thousands.of(waiting), heap.className(queue)),
                        waiting,
                        "Lower its capacity if the heap is too small for it.",
                        "A pool is full while nothing uses its objects. In a queue of work, a"
                                + " consumer is too slow or stuck.");
        return Optional.of(new KnownLeak(cause, heap.retained(rank), new int[] {rank}, places));
    }

    /** Whether the tasks of an executor wait in a queue. */
    private static boolean isOfExecutor(int rank, LeakObjectReader heap) {
        int above = heap.dominator(rank);
        return above != 0
                && heap.isA(heap.address(above), "java/util/concurrent/ThreadPoolExecutor");
    }
}
