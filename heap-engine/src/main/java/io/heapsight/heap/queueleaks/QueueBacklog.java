/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.queueleaks;

import io.heapsight.heap.classes.HeapClass;
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
import java.util.regex.Pattern;

/** Finds queues between threads in which many elements wait. */
final class QueueBacklog implements LeakKind {
    private static final Pattern QUEUE =
            Pattern.compile("java/util/concurrent/\\w*(Queue|BlockingDeque|LinkedDeque)");

    /** Healthy programs briefly have fewer. */
    private static final int MANY = 20_000;

    private static final double LEAST_SHARE = 0.05;

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return QUEUE.matcher(level.rawName()).matches();
    }

    @Override
    public boolean isGeneral() {
        return true;
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        List<KnownLeak> leaks = new ArrayList<>();
        for (int rank : found.ranks()) {
            if (heap.retained(rank) >= LEAST_SHARE * heap.reachableBytes()) {
                leak(rank, heap).ifPresent(leaks::add);
            }
        }
        return leaks;
    }

    private static Optional<KnownLeak> leak(int rank, LeakObjectReader heap) {
        long queue = heap.address(rank);
        long waiting = heap.size(queue).orElse(0);
        List<HolderPlace> places = heap.places(queue);
        if (waiting < MANY || places.isEmpty()) {
            return Optional.empty();
        }
        String place = places.getFirst().text();
        LeakCause cause =
                new LeakCause(
                        "waiting-queue",
                        LeakCause.Certainty.LEAK,
                        place,
                        "The queue " + place,
                        false,
                        "%s elements wait in a %s"
                                .formatted(Thousands.of(waiting), heap.className(queue)),
                        waiting,
                        "Elements arrive faster than they are processed, or a consumer is stuck: look"
                                + " at the threads, and limit the queue.",
                        "A healthy queue is nearly empty.");
        return Optional.of(new KnownLeak(cause, heap.retained(rank), new int[] {rank}, places));
    }
}
