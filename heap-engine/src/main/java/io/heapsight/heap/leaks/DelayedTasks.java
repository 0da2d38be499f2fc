/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.List;
import java.util.Set;

/**
 * Finds tasks in the {@code DelayScheduler} of JDK 25: delayed tasks of ForkJoinPools and of {@code
 * CompletableFuture.orTimeout}. A local variable of the scheduler's thread holds the queue.
 */
final class DelayedTasks implements LeakKind {
    private static final int LEAST = 1_000;

    @Override
    public Set<String> classes() {
        return Set.of("java/util/concurrent/DelayScheduler$ScheduledForkJoinTask");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        if (found.count() < LEAST) {
            return List.of();
        }
        ClassNameCounts tasks = new ClassNameCounts();
        for (int rank : found.ranks()) {
            long task = heap.address(rank);
            long runnable = heap.reference(task, "runnable");
            long action = heap.reference(runnable, "action");
            tasks.add(heap.className(action == 0 ? runnable : action));
        }
        String thread = heap.threadAbove(found.ranks()[0]);
        LeakCause cause =
                new LeakCause(
                        "delayed-tasks",
                        LeakCause.Certainty.SHARE,
                        "java.util.concurrent.DelayScheduler",
                        "The queue of java.util.concurrent.DelayScheduler"
                                + (thread.isEmpty() ? "" : " (thread \"" + thread + "\")"),
                        false,
                        "%s tasks wait, %s".formatted(Thousands.of(found.count()), tasks.most()),
                        found.count(),
                        "Cancel each task that is not needed any more, give timeouts that are as"
                                + " short as the caller waits, and see who schedules them"
                                + " (orTimeout, delayedExecutor, ForkJoinPool.schedule).",
                        "A healthy program has as many delayed tasks as requests are under way.");
        return List.of(
                new KnownLeak(cause, heap.retained(found.ranks()), found.ranks(), List.of()));
    }
}
