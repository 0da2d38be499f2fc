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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds accumulated threads: many with default names ("Thread-17"), one thread each of many pools
 * ("pool-17-thread-1"), or very many with one name.
 */
final class TooManyThreads implements LeakKind {
    private static final int MANY_POOLS = 50;
    private static final Pattern NUMBER_INSIDE = Pattern.compile("(?!Thread-#).*#[^#]*[A-Za-z].*");

    /** The first number of a name and the second one, if any. */
    private static final Pattern NUMBERS = Pattern.compile("([0-9]+)(?:[^0-9]+([0-9]+))?");

    /** The number of the first thread of a pool. */
    private static final Pattern FIRST = Pattern.compile("0*[01]");

    /** Minimum mean number of threads of pools that number their threads together. */
    private static final int SEVERAL = 2;

    private static final double MOST = 0.5;
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

        /** The pools with the first of their threads. */
        private final Set<String> started = new HashSet<>();

        /** The second numbers. */
        private final Set<String> inPool = new HashSet<>();

        private final ClassNameCounts classes = new ClassNameCounts();

        void add(int rank, String name, String task) {
            ranks.add(rank);
            classes.add(task);
            Matcher numbers = NUMBERS.matcher(name);
            String pool = numbers.find() ? numbers.group(1) : "";
            @Nullable String number = pool.isEmpty() ? null : numbers.group(2);
            pools.add(pool);
            if (number != null) {
                inPool.add(number);
            }
            if (isFirst(number)) {
                started.add(pool);
            }
        }

        /** Whether a number is that of a pool's first thread, or missing. */
        private static boolean isFirst(@Nullable String number) {
            return number == null || FIRST.matcher(number).matches();
        }

        /**
         * Whether the names have the numbers of many pools. In most pools, the numbers of threads
         * start at 0 or 1 again, or no number repeats in several pools, as in Jetty's "qtp#-#".
         * Other numbers, such as ports, do not number threads.
         */
        boolean hasManyPools() {
            boolean together =
                    inPool.size() == ranks.size() && ranks.size() >= SEVERAL * pools.size();
            return pools.size() >= MANY_POOLS
                    && (together || started.size() >= MOST * pools.size());
        }
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
                group.add(rank, name, task(thread, heap));
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
        return (isPool(pattern) && group.hasManyPools()) || group.ranks.size() >= MANY_NAMED;
    }

    /** The class of a thread's task; without task, its own. */
    private static String task(long thread, LeakObjectReader heap) {
        long holder = heap.reference(thread, "holder");
        long task = heap.reference(holder == 0 ? thread : holder, holder == 0 ? "target" : "task");
        return heap.className(task == 0 ? thread : task);
    }

    private static KnownLeak leak(String pattern, Group group, LeakObjectReader heap) {
        int[] ranks = group.ranks.stream().mapToInt(Integer::intValue).toArray();
        boolean pools = isPool(pattern) && group.hasManyPools();
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
