/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds objects that only their {@code Finalizer} holds; each waits for the single thread that runs
 * {@code finalize()}. The result does not depend on the order of the list of finalizers, which
 * differs by collector.
 */
final class FinalizerBacklog implements LeakKind {
    private static final String FINALIZER = "java/lang/ref/Finalizer";

    /** Healthy programs briefly have a few hundred. */
    private static final int MANY = 5_000;

    @Override
    public Set<String> classes() {
        return Set.of(FINALIZER);
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] waiting = new int[found.ranks().length];
        Map<String, Integer> byClass = new HashMap<>();
        int count = 0;
        for (int finalizer : found.ranks()) {
            long referent = heap.referent(heap.address(finalizer));
            if (heap.dominatorOf(referent) == finalizer) {
                waiting[count++] = finalizer;
                byClass.merge(heap.className(referent), 1, Integer::sum);
            }
        }
        if (count < MANY) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(waiting, count);
        Map.Entry<String, Integer> most =
                byClass.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow(() -> new IllegalStateException("none of " + ranks.length));
        LeakCause cause =
                new LeakCause(
                        "finalizer-backlog",
                        LeakCause.Certainty.LEAK,
                        "java.lang.ref.Finalizer",
                        "The finalizer queue (java.lang.ref.Finalizer)",
                        false,
                        "%s objects wait for finalize(), %s of them %s"
                                .formatted(
                                        Thousands.of(count),
                                        Thousands.of(most.getValue()),
                                        most.getKey()),
                        count,
                        "Replace finalize() with close() or a Cleaner; see in a thread dump what"
                                + " the thread \"Finalizer\" waits for.",
                        "A healthy program's finalizers run within one collection: few objects"
                                + " wait.");
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, List.of()));
    }
}
