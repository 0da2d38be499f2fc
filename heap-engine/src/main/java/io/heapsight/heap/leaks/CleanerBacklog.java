/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Finds waiting cleaning actions: the collector has cleared the reference, but the single thread of
 * the {@code Cleaner} has not run the action yet.
 */
final class CleanerBacklog implements LeakKind {
    private static final int MANY = 5_000;

    @Override
    public Set<String> classes() {
        return Set.of(
                "jdk/internal/ref/PhantomCleanable",
                "jdk/internal/ref/Cleaner",
                "sun/misc/Cleaner");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] waiting = new int[found.ranks().length];
        ClassNameCounts actions = new ClassNameCounts();
        int count = 0;
        for (int cleaner : found.ranks()) {
            long address = heap.address(cleaner);
            if (heap.referent(address) == 0 && isListed(address, heap)) {
                long action = heap.reference(address, "action");
                actions.add(
                        heap.className(action == 0 ? heap.reference(address, "thunk") : action));
                waiting[count++] = cleaner;
            }
        }
        if (count < MANY) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(waiting, count);
        LeakCause cause =
                new LeakCause(
                        "cleaner-backlog",
                        LeakCause.Certainty.LEAK,
                        "java.lang.ref.Cleaner",
                        "The queue of a java.lang.ref.Cleaner",
                        false,
                        "%s cleaning actions wait, %s"
                                .formatted(Thousands.of(count), actions.most()),
                        count,
                        "See in a thread dump what the Cleaner's thread waits for; an action must"
                                + " not block.",
                        "A healthy program's actions run within one collection: few wait.");
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, List.of()));
    }

    /** Returns whether a cleaner is still in its list; {@code clear()} removes it. */
    private static boolean isListed(long address, LeakObjectReader heap) {
        return !heap.hasField(address, "next")
                || heap.reference(address, "next") != address
                || heap.hasField(address, "group");
    }
}
