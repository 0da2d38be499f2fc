/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.queueleaks;

import io.heapsight.heap.leaks.ClassNameCounts;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds tasks that wait in the queue of a {@code ThreadPoolExecutor}. */
final class ExecutorQueues implements LeakKind {
    private static final int LEAST = 1_000;

    /** Minimum number of tasks that wait only for a thread. */
    private static final int MANY = 20_000;

    private static final int LOOKED_AT = 100;

    private static final String BOUND =
            "Give the queue a bound with a RejectedExecutionHandler, and see in a thread dump what"
                    + " the pool's threads do.";

    private static final String CANCEL =
            "Cancel the ScheduledFuture of each task when its owner goes, or schedule one task for"
                    + " all.";

    @Override
    public Set<String> classes() {
        return Set.of("java/util/concurrent/ThreadPoolExecutor");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        List<KnownLeak> leaks = new ArrayList<>();
        for (int rank : found.ranks()) {
            long executor = heap.address(rank);
            long queue = heap.reference(executor, "workQueue");
            long tasks = size(queue, heap);
            if (tasks >= LEAST && heap.rank(queue) != 0) {
                leaks.add(leak(executor, queue, tasks, heap));
            }
        }
        return leaks;
    }

    private static long size(long queue, LeakObjectReader heap) {
        long known = heap.size(queue).orElse(0);
        return known > 0
                ? known
                : Math.max(
                        heap.number(queue, "size"),
                        heap.number(heap.reference(queue, "count"), "value"));
    }

    private static KnownLeak leak(long executor, long queue, long tasks, LeakObjectReader heap) {
        List<HolderPlace> places = heap.places(executor);
        String place =
                places.stream()
                        .findFirst()
                        .map(HolderPlace::text)
                        .orElse("a " + simple(heap.className(executor)));
        String threads = threads(executor, heap);
        boolean later = heap.isA(executor, "java/util/concurrent/ScheduledThreadPoolExecutor");
        LeakCause cause =
                new LeakCause(
                        "executor-queue",
                        tasks >= MANY && !later
                                ? LeakCause.Certainty.LEAK
                                : LeakCause.Certainty.SHARE,
                        place,
                        "The queue of " + place + (threads.isEmpty() ? "" : " (" + threads + ")"),
                        false,
                        "%s tasks wait%s".formatted(Thousands.of(tasks), content(queue, heap)),
                        tasks,
                        later ? CANCEL : BOUND,
                        later
                                ? "A healthy scheduler has as many tasks as owners in use."
                                : "A healthy pool keeps up with its tasks: few wait.");
        return new KnownLeak(cause, heap.retained(queue), new int[] {heap.rank(queue)}, places);
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** "threads \"pool-1-thread-1\"", from the thread factory. */
    private static String threads(long executor, LeakObjectReader heap) {
        long workers = heap.reference(executor, "workers");
        long count = heap.size(workers).orElse(0);
        long prefix = heap.reference(heap.reference(executor, "threadFactory"), "namePrefix");
        return heap.name(prefix)
                .map(name -> "%s threads \"%s#\"".formatted(Thousands.of(count), name))
                .orElse("");
    }

    /** The class of the first tasks of a linked queue, or of one with an array. */
    private static String content(long queue, LeakObjectReader heap) {
        ClassNameCounts classes = new ClassNameCounts();
        long node = heap.reference(heap.reference(queue, "head"), "next");
        for (int i = 0; i < LOOKED_AT && node != 0; i++) {
            classes.add(className(heap.reference(node, "item"), heap));
            node = heap.reference(node, "next");
        }
        for (long task : heap.elements(heap.reference(queue, "queue"), LOOKED_AT)) {
            if (task != 0) {
                classes.add(className(task, heap));
            }
        }
        String most = classes.most();
        return most.isEmpty() ? "" : ", such as " + most.substring(most.indexOf(" x ") + 3);
    }

    /** The class of the Runnable or Callable in a FutureTask; else of the task. */
    private static String className(long task, LeakObjectReader heap) {
        long inner = heap.reference(task, "callable");
        long adapted = heap.reference(inner, "task");
        return heap.className(adapted != 0 ? adapted : inner != 0 ? inner : task);
    }
}
