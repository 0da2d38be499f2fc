/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Finds large numbers of waiting virtual threads. Dumps of JDK 21 contain them without their
 * stacks.
 */
final class TooManyVirtualThreads implements LeakKind {
    private static final int SOME = 1_000;

    /** A healthy server may run up to this many requests at a time. */
    private static final int MANY = 50_000;

    /** {@code VirtualThread.TERMINATED}. */
    private static final int TERMINATED = 99;

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/VirtualThread");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] waiting = new int[found.ranks().length];
        ClassNameCounts tasks = new ClassNameCounts();
        int count = 0;
        for (int rank : found.ranks()) {
            long thread = heap.address(rank);
            if (heap.number(thread, "state") != TERMINATED) {
                waiting[count++] = rank;
                tasks.add(heap.className(task(thread, heap)));
            }
        }
        if (count < SOME) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(waiting, count);
        List<HolderPlace> places = heap.places(heap.address(ranks[0]));
        LeakCause cause =
                new LeakCause(
                        "virtual-threads",
                        count >= MANY ? LeakCause.Certainty.LEAK : LeakCause.Certainty.SHARE,
                        "virtual threads",
                        Thousands.of(count) + " virtual threads",
                        true,
                        "they have not ended; run "
                                + tasks.most()
                                + (places.isEmpty()
                                        ? ""
                                        : "; started by " + places.getFirst().text()),
                        count,
                        "See in jcmd PID Thread.dump_to_file what they wait for; give each wait a"
                                + " timeout, and bound their number by a Semaphore.",
                        "A healthy program has as many virtual threads as requests are under way.");
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, places));
    }

    /** The task of a virtual thread, from its continuation. */
    private static long task(long thread, LeakObjectReader heap) {
        long target = heap.reference(heap.reference(thread, "cont"), "target");
        long task = heap.reference(target, "val$task");
        long inner = heap.reference(task, "task");
        return inner != 0 ? inner : task != 0 ? task : target;
    }
}
