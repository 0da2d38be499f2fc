/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Threads that accumulate: many with default names ("Thread-17"), one thread each of many pools
 * ("pool-17-thread-1"), or very many of one name.
 */
final class TooManyThreads implements LeakKind {
    private static final int MANY_POOLS = 50;
    private static final Pattern NUMBER_INSIDE = Pattern.compile("(?!Thread-#).*#[^#]*[A-Za-z].*");
    private static final int MANY_UNNAMED = 100;

    /** Servers run up to 200 threads of one pool. */
    private static final int MANY_NAMED = 250;

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Thread");
    }

    private static final class Group {
        private final List<Integer> ranks = new ArrayList<>();
        private final Set<String> pools = new HashSet<>();
        private final ClassNameCounts classes = new ClassNameCounts();
    }

    @Override
    public boolean costsOutside() {
        return true;
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        Map<String, Group> groups = new LinkedHashMap<>();
        for (int rank : found.ranks()) {
            long thread = heap.address(rank);
            if (heap.isLiveThread(thread) && !heap.isA(thread, "java/lang/BaseVirtualThread")) {
                String name = heap.threadName(thread);
                Group group = groups.computeIfAbsent(pattern(name), _ -> new Group());
                group.ranks.add(rank);
                group.pools.add(firstNumber(name));
                group.classes.add(task(thread, heap));
            }
        }
        List<KnownLeak> leaks = new ArrayList<>();
        groups.forEach(
                (pattern, group) -> {
                    if (isPile(pattern, group)) {
                        leaks.add(leak(pattern, group, heap));
                    }
                });
        return leaks;
    }

    /** "pool-#-thread-#". */
    static String pattern(String name) {
        return name.replaceAll("[0-9]+", "#");
    }

    private static String firstNumber(String name) {
        String rest = name.replaceFirst("^[^0-9]*", "");
        return rest.replaceFirst("[^0-9].*$", "");
    }

    /**
     * Whether the first number of a name is that of a pool or client: "pool-#-thread-#",
     * "HikariPool-# housekeeper".
     */
    private static boolean isPool(String pattern) {
        return pattern.indexOf('#') != pattern.lastIndexOf('#')
                || NUMBER_INSIDE.matcher(pattern).matches();
    }

    private static boolean isPile(String pattern, Group group) {
        if (pattern.equals("Thread-#")) {
            return group.ranks.size() >= MANY_UNNAMED;
        }
        return (isPool(pattern) && group.pools.size() >= MANY_POOLS)
                || group.ranks.size() >= MANY_NAMED;
    }

    /** The class of a thread's task; without task, its own. */
    private static String task(long thread, LeakObjectReader heap) {
        long holder = heap.reference(thread, "holder");
        long task = heap.reference(holder == 0 ? thread : holder, holder == 0 ? "target" : "task");
        return heap.className(task == 0 ? thread : task);
    }

    private static KnownLeak leak(String pattern, Group group, LeakObjectReader heap) {
        int[] ranks = group.ranks.stream().mapToInt(Integer::intValue).toArray();
        boolean pools = isPool(pattern) && group.pools.size() >= MANY_POOLS;
        LeakCause cause =
                new LeakCause(
                        pools ? "executors-not-shut-down" : "threads",
                        LeakCause.Certainty.LEAK,
                        pattern,
                        "%s threads named \"%s\"".formatted(Thousands.of(ranks.length), pattern),
                        true,
                        pools
                                ? "they belong to %s pools or clients that were never closed; run %s"
                                        .formatted(
                                                Thousands.of(group.pools.size()),
                                                group.classes.most())
                                : "they have not ended; run " + group.classes.most(),
                        ranks.length,
                        pools
                                ? "Use one pool or client for all, or close each (try-with-resources;"
                                        + " an ExecutorService from JDK 19 on)."
                                : "See in a thread dump what they wait for; run tasks in a pool"
                                        + " with a bound.",
                        "A healthy program's number of threads has a bound; each has a stack"
                                + " outside the heap, too.");
        return new KnownLeak(
                cause,
                heap.retained(ranks),
                ranks,
                List.of(HolderPlace.of(HolderPlace.Kind.THREAD, pattern, false)));
    }
}
