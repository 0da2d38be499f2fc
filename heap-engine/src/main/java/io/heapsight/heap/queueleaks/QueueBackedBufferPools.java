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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds pools that keep their free buffers in a queue, which cannot grow and is full while no
 * buffer is in use. Other full queues may hold work for a stuck consumer; {@link QueueBacklog}
 * finds the long ones.
 */
final class QueueBackedBufferPools implements LeakKind {
    private static final String ARRAY = "java/util/concurrent/ArrayBlockingQueue";
    private static final Pattern BUFFER =
            Pattern.compile("(byte|char|short|int|long|float|double)\\[]|.*Buf(fer)?");
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
        if (!isFull || waiting >= MOST || !isBuffer(first(queue, heap), heap)) {
            return Optional.empty();
        }
        List<HolderPlace> places = heap.places(queue);
        String place = places.isEmpty() ? heap.className(queue) : places.getFirst().text();
        boolean filledHeap = heap.filledHeap(heap.retained(rank));
        LeakCause cause =
                new LeakCause(
                        "full-queue",
                        filledHeap ? LeakCause.Certainty.SHARE : LeakCause.Certainty.BOUNDED,
                        place,
                        place,
                        false,
                        "%s elements in a queue with that capacity (%s)"
                                .formatted(Thousands.of(waiting), heap.className(queue)),
                        waiting,
                        "Lower its capacity if the heap is too small for it.",
                        "A pool is full while nothing uses its buffers. In a queue of messages, a"
                                + " consumer is too slow or stuck.");
        return Optional.of(new KnownLeak(cause, heap.retained(rank), new int[] {rank}, places));
    }

    /** Returns an element of a full queue. */
    private static long first(long queue, LeakObjectReader heap) {
        if (heap.isA(queue, ARRAY)) {
            return Arrays.stream(heap.elements(heap.reference(queue, "items"), 1)).sum();
        }
        long node = heap.reference(queue, "first");
        long head = node == 0 ? heap.reference(heap.reference(queue, "head"), "next") : node;
        return heap.reference(head, "item");
    }

    private static boolean isBuffer(long element, LeakObjectReader heap) {
        return element != 0 && BUFFER.matcher(heap.className(element)).matches();
    }
}
