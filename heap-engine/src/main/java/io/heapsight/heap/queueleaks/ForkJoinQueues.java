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
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds tasks that wait in the queues of a {@code ForkJoinPool}, such as the common pool of {@code
 * CompletableFuture}.
 */
final class ForkJoinQueues implements LeakKind {
    private static final int LEAST = 1_000;
    private static final int MANY = 20_000;
    private static final int MOST_QUEUES = 1 << 16;
    private static final int LOOKED_AT = 4_096;

    /** The fields in which tasks of the JDK hold those of the program. */
    private static final List<String> WRAPPED = List.of("fn", "runnable", "callable", "task");

    /** The field with the queues: from JDK 17 on, and before. */
    private static final List<String> QUEUES = List.of("queues", "workQueues");

    @Override
    public Set<String> classes() {
        return Set.of("java/util/concurrent/ForkJoinPool");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        return found.leaks(rank -> leak(rank, heap));
    }

    private static Optional<KnownLeak> leak(int rank, LeakObjectReader heap) {
        long pool = heap.address(rank);
        ClassNameCounts classes = new ClassNameCounts();
        List<Integer> holders = new ArrayList<>();
        long tasks = 0;
        long threads = 0;
        for (long queue : queues(pool, heap)) {
            threads += heap.reference(queue, "owner") == 0 ? 0 : 1;
            int waiting = (int) (heap.number(queue, "top") - heap.number(queue, "base"));
            if (waiting > 0 && heap.rank(queue) != 0) {
                tasks += waiting;
                holders.add(heap.rank(queue));
                count(heap.reference(queue, "array"), classes, heap);
            }
        }
        if (tasks < LEAST) {
            return Optional.empty();
        }
        int[] ranks =
                IntStream.concat(IntStream.of(rank), holders.stream().mapToInt(each -> each))
                        .filter(each -> each != 0)
                        .sorted()
                        .toArray();
        List<HolderPlace> places = heap.places(pool);
        LeakCause cause = cause(tasks, threads, classes, places, heap.name(prefix(pool, heap)));
        return Optional.of(new KnownLeak(cause, heap.retained(ranks), ranks, places));
    }

    private static long prefix(long pool, LeakObjectReader heap) {
        return heap.reference(pool, "workerNamePrefix");
    }

    private static long[] queues(long pool, LeakObjectReader heap) {
        return QUEUES.stream()
                .map(field -> heap.elements(heap.reference(pool, field), MOST_QUEUES))
                .filter(each -> each.length > 0)
                .findFirst()
                .orElse(new long[0]);
    }

    private static void count(long array, ClassNameCounts classes, LeakObjectReader heap) {
        for (long task : heap.elements(array, LOOKED_AT)) {
            if (task != 0) {
                classes.add(heap.className(content(task, heap)));
            }
        }
    }

    private static long content(long task, LeakObjectReader heap) {
        return WRAPPED.stream()
                .mapToLong(field -> heap.reference(task, field))
                .filter(inner -> inner != 0)
                .findFirst()
                .orElse(task);
    }

    private static LeakCause cause(
            long tasks,
            long threads,
            ClassNameCounts classes,
            List<HolderPlace> places,
            Optional<String> prefix) {
        String place = places.isEmpty() ? "a ForkJoinPool" : places.getFirst().text();
        String named = prefix.map(each -> " \"" + each + "#\"").orElse("");
        String most = classes.most();
        return new LeakCause(
                "executor-queue",
                tasks >= MANY ? LeakCause.Certainty.LEAK : LeakCause.Certainty.SHARE,
                place,
                "The queue of %s (%s %s%s)"
                        .formatted(
                                place,
                                Thousands.of(threads),
                                threads == 1 ? "thread" : "threads",
                                named),
                false,
                Thousands.of(tasks)
                        + " tasks wait"
                        + (most.isEmpty()
                                ? ""
                                : ", such as " + most.substring(most.indexOf(" x ") + 3)),
                tasks,
                "See in a thread dump what the pool's threads do: give tasks that block a pool of"
                        + " their own, and bound how many wait.",
                "A healthy pool keeps up with its tasks: few wait.");
    }
}
