/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the threads of a dump. Stores equal stacks, frames and class names once, within {@value
 * #MOST_BYTES} bytes. Further threads are only counted, also in existing groups. Stores only a few
 * virtual threads of each group, to leave room for more groups.
 */
final class ThreadDumpBuilder {
    static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final int MOST_VIRTUAL_BYTES = 2 * 1024 * 1024;

    /** Stored virtual threads per group. */
    static final int MOST_LISTED = 20;

    private static final int MOST_POOLS = 100;
    private static final int MOST_AWAITED = 20;
    private static final int MOST_DEADLOCKS = 100;

    /** The memory of each object, without compressed references, rounded up. */
    private static final int STRING_BYTES = 150;

    private static final int GROUP_BYTES = 600;
    private static final int THREAD_BYTES = 200;
    private static final int LOCK_BYTES = 80;
    private static final int REFERENCE_BYTES = 8;

    private record Awaiting(ThreadLock.Relation relation, String className) {}

    /** Threads that wait for objects of one class. */
    private static final class Waiters {
        final ThreadLock first;
        boolean isSame = true;
        int count;

        Waiters(ThreadLock first) {
            this.first = first;
        }

        void add(ThreadLock lock) {
            count++;
            isSame &= lock.address() == first.address();
        }
    }

    private record Key(Optional<Thread.State> state, List<String> stack) {}

    /** Threads with the same state and stack. */
    private static final class Group {
        final List<String> stack;
        final List<JavaThread> threads = new ArrayList<>();
        final Map<String, Integer> pools = new HashMap<>();
        final Map<Awaiting, Waiters> awaited = new HashMap<>();
        int count;

        Group(List<String> stack) {
            this.stack = stack;
        }
    }

    private final Map<Key, Group> groups = new LinkedHashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final List<JavaThread> threads = new ArrayList<>();
    private final List<List<String>> deadlocks = new ArrayList<>();
    private final int mostBytes;
    private final int mostListed;
    private long omitted;
    private int bytes;

    /** Creates a builder for platform threads, and mounted virtual ones. */
    ThreadDumpBuilder() {
        this(MOST_BYTES, Integer.MAX_VALUE);
    }

    private ThreadDumpBuilder(int mostBytes, int mostListed) {
        this.mostBytes = mostBytes;
        this.mostListed = mostListed;
    }

    /** Creates a builder for all virtual threads. */
    static ThreadDumpBuilder ofVirtualThreads() {
        return new ThreadDumpBuilder(MOST_VIRTUAL_BYTES, MOST_LISTED);
    }

    boolean isEmpty() {
        return threads.isEmpty() && omitted == 0;
    }

    void add(JavaThread thread) {
        Group group = groups.get(new Key(thread.state(), thread.stack()));
        if (group == null) {
            group = newGroup(thread);
        }
        if (group == null) {
            omitted++;
            return;
        }
        group.count++;
        countPool(group, thread.name());
        countAwaited(group, thread.locks());
        JavaThread kept = mayList(group) ? kept(thread, group.stack) : null;
        if (kept == null) {
            omitted++;
        } else {
            threads.add(kept);
            group.threads.add(kept);
        }
    }

    /** Returns whether to list another thread; reserves half of the memory for later groups. */
    private boolean mayList(Group group) {
        return mostListed == Integer.MAX_VALUE
                || (group.threads.size() < mostListed && bytes < mostBytes / 2);
    }

    /** Counts a thread with unknown details. */
    void omit() {
        omitted++;
    }

    void addDeadlock(List<String> names) {
        if (!names.isEmpty() && deadlocks.size() < MOST_DEADLOCKS) {
            deadlocks.add(names);
        }
    }

    ThreadDump.Content build() {
        List<SameStackThreads> all = new ArrayList<>();
        groups.forEach(
                (key, group) ->
                        all.add(
                                new SameStackThreads(
                                        group.count,
                                        key.state(),
                                        group.stack,
                                        pools(group),
                                        awaited(group),
                                        group.threads)));
        all.sort(Comparator.comparingInt(SameStackThreads::count).reversed());
        return new ThreadDump.Content(
                threads, all, new LockGraph(threads).deadlocks(deadlocks), omitted);
    }

    /** Returns null if there is no space. */
    private @Nullable Group newGroup(JavaThread thread) {
        if (!reserve(GROUP_BYTES + REFERENCE_BYTES * thread.stack().size())) {
            return null;
        }
        List<String> stack = new ArrayList<>(thread.stack().size());
        for (String frame : thread.stack()) {
            String known = known(frame);
            if (known == null) {
                return null;
            }
            stack.add(known);
        }
        Group group = new Group(List.copyOf(stack));
        groups.put(new Key(thread.state(), group.stack), group);
        return group;
    }

    /** Returns null if there is no space. */
    private @Nullable JavaThread kept(JavaThread thread, List<String> stack) {
        List<ThreadLock> locks = new ArrayList<>(thread.locks().size());
        for (ThreadLock lock : thread.locks()) {
            String className = known(lock.className());
            if (className == null || !reserve(LOCK_BYTES)) {
                return null;
            }
            locks.add(new ThreadLock(lock.relation(), lock.address(), className, lock.owner()));
        }
        if (!reserve(THREAD_BYTES + bytesOf(thread.name()))) {
            return null;
        }
        return new JavaThread(
                thread.name(),
                thread.id(),
                thread.nativeId(),
                thread.virtual(),
                thread.carrier(),
                thread.daemon(),
                thread.state(),
                thread.cpuSeconds(),
                stack,
                List.copyOf(locks));
    }

    /** Returns the equal stored text, or this one; null if the memory is used up. */
    private @Nullable String known(String text) {
        String known = texts.get(text);
        if (known == null && reserve(bytesOf(text))) {
            texts.put(text, text);
            return text;
        }
        return known;
    }

    private static int bytesOf(String text) {
        return STRING_BYTES + Character.BYTES * text.length();
    }

    private boolean reserve(int more) {
        if (more > mostBytes - bytes) {
            return false;
        }
        bytes += more;
        return true;
    }

    private void countPool(Group group, String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        if (end == 0 || end == name.length()) {
            return;
        }
        String pool = name.substring(0, end);
        if (group.pools.containsKey(pool)
                || (group.pools.size() < MOST_POOLS && reserve(bytesOf(pool)))) {
            group.pools.merge(pool, 1, Integer::sum);
        }
    }

    /** Counts the awaited object; a thread has one at most. */
    private void countAwaited(Group group, List<ThreadLock> locks) {
        for (ThreadLock lock : locks) {
            if (lock.relation().waits()) {
                Awaiting awaiting = new Awaiting(lock.relation(), lock.className());
                Waiters waiters = group.awaited.get(awaiting);
                if (waiters == null
                        && group.awaited.size() < MOST_AWAITED
                        && reserve(LOCK_BYTES + bytesOf(lock.className()))) {
                    waiters = new Waiters(lock);
                    group.awaited.put(awaiting, waiters);
                }
                if (waiters != null) {
                    waiters.add(lock);
                }
                return;
            }
        }
    }

    private static List<SameStackThreads.Awaited> awaited(Group group) {
        return group.awaited.entrySet().stream()
                .map(
                        each ->
                                new SameStackThreads.Awaited(
                                        each.getKey().relation(),
                                        each.getKey().className(),
                                        each.getValue().count,
                                        each.getValue().isSame
                                                ? Optional.of(each.getValue().first)
                                                : Optional.empty()))
                .sorted(
                        Comparator.comparingInt(SameStackThreads.Awaited::count)
                                .reversed()
                                .thenComparing(SameStackThreads.Awaited::className))
                .toList();
    }

    /** Returns the pools, with at least two threads each. */
    private static List<SameStackThreads.Pool> pools(Group group) {
        return group.pools.entrySet().stream()
                .filter(pool -> pool.getValue() > 1)
                .map(pool -> new SameStackThreads.Pool(pool.getKey(), pool.getValue()))
                .sorted(
                        Comparator.comparingInt(SameStackThreads.Pool::count)
                                .reversed()
                                .thenComparing(SameStackThreads.Pool::name))
                .toList();
    }
}
