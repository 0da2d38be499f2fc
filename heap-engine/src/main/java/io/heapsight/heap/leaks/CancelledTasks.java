/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds cancelled tasks that a {@code ScheduledThreadPoolExecutor} holds until their scheduled
 * time.
 */
final class CancelledTasks implements LeakKind {
    private static final String TASK =
            "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask";

    /** {@code FutureTask.CANCELLED} and the states after it. */
    private static final int CANCELLED = 4;

    private static final int MANY = 1_000;

    @Override
    public Set<String> classes() {
        return Set.of(TASK);
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        Map<Long, List<Integer>> byExecutor = new LinkedHashMap<>();
        for (int task : found.ranks()) {
            long address = heap.address(task);
            if (heap.number(address, "state") >= CANCELLED) {
                byExecutor
                        .computeIfAbsent(heap.reference(address, "this$0"), _ -> new ArrayList<>())
                        .add(task);
            }
        }
        List<KnownLeak> leaks = new ArrayList<>();
        byExecutor.forEach(
                (executor, tasks) -> {
                    if (tasks.size() >= MANY) {
                        leaks.add(leak(executor, tasks, heap));
                    }
                });
        return leaks;
    }

    private static KnownLeak leak(long executor, List<Integer> tasks, LeakObjectReader heap) {
        List<HolderPlace> places = heap.places(executor);
        String place =
                places.stream()
                        .findFirst()
                        .map(HolderPlace::text)
                        .orElse("a ScheduledThreadPoolExecutor");
        int[] ranks = tasks.stream().mapToInt(Integer::intValue).toArray();
        LeakCause cause =
                new LeakCause(
                        "cancelled-tasks",
                        LeakCause.Certainty.LEAK,
                        place,
                        "The queue of " + place,
                        false,
                        Thousands.of(ranks.length) + " cancelled tasks that were never removed",
                        ranks.length,
                        "Call setRemoveOnCancelPolicy(true) on the ScheduledThreadPoolExecutor.",
                        "A healthy scheduler removes a task that is cancelled.");
        return new KnownLeak(cause, heap.retained(ranks), ranks, places);
    }
}
