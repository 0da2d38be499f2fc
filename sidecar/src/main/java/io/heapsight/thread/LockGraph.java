/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines which thread waits for which other thread, from the monitors and ownable synchronizers
 * in a dump.
 */
final class LockGraph {
    private final List<JavaThread> threads;
    private final Map<Long, JavaThread> holders = new HashMap<>();
    private final Map<Long, JavaThread> byId = new HashMap<>();

    LockGraph(List<JavaThread> threads) {
        this.threads = threads;
        for (JavaThread thread : threads) {
            byId.put(thread.id(), thread);
            Set<Long> waitedFor = new HashSet<>();
            for (ThreadLock lock : thread.locks()) {
                if (!lock.relation().holds()) {
                    waitedFor.add(lock.address());
                } else if (!waitedFor.contains(lock.address())) { // Object.wait has left it
                    holders.put(lock.address(), thread);
                }
            }
        }
    }

    /** Returns the locks that the thread waits for, and another one holds. */
    Optional<ThreadLock> awaited(JavaThread thread) {
        for (ThreadLock lock : thread.locks()) {
            if (lock.relation().waitsForHolder()) {
                JavaThread holder = holderOf(lock);
                return holder == null || holder.id() == thread.id()
                        ? Optional.empty()
                        : Optional.of(lock);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the cycles of this graph, and deadlocks that only the JVM detects.
     *
     * @param found the thread names printed by the JVM, by deadlock
     */
    List<Deadlock> deadlocks(List<List<String>> found) {
        List<Deadlock> deadlocks = circles();
        Set<Set<String>> known = new HashSet<>();
        deadlocks.forEach(each -> known.add(new HashSet<>(each.threads())));
        for (List<String> names : found) {
            if (known.add(new HashSet<>(names))) {
                deadlocks.add(
                        new Deadlock(
                                names.stream()
                                        .map(name -> new Deadlock.Waiter(name, Optional.empty()))
                                        .toList()));
            }
        }
        return deadlocks;
    }

    /**
     * Finds the cycles: each thread waits for at most one other, so a walk ends or returns to its
     * start.
     */
    private List<Deadlock> circles() {
        List<Deadlock> circles = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (JavaThread start : threads) {
            Map<Long, Integer> walked = new HashMap<>();
            List<JavaThread> walk = new ArrayList<>();
            JavaThread thread = start;
            while (thread != null && seen.add(thread.id())) {
                walked.put(thread.id(), walk.size());
                walk.add(thread);
                thread = holderFor(thread);
            }
            if (thread != null && walked.containsKey(thread.id())) {
                circles.add(circle(walk.subList(walked.get(thread.id()), walk.size())));
            }
        }
        return circles;
    }

    private @Nullable JavaThread holderFor(JavaThread thread) {
        return awaited(thread).map(this::holderOf).orElse(null);
    }

    private @Nullable JavaThread holderOf(ThreadLock lock) {
        return lock.owner().isPresent()
                ? byId.get(lock.owner().get())
                : holders.get(lock.address());
    }

    private Deadlock circle(List<JavaThread> circle) {
        List<JavaThread> turned = new ArrayList<>(circle);
        JavaThread oldest = Collections.min(circle, Comparator.comparingLong(JavaThread::id));
        Collections.rotate(turned, -circle.indexOf(oldest));
        return new Deadlock(
                turned.stream()
                        .map(thread -> new Deadlock.Waiter(thread.label(), awaited(thread)))
                        .toList());
    }
}
