/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * The numbers of threads in a dump.
 *
 * @param byState all states, in the JDK's order, without virtual threads and their carriers
 * @param deadlocked threads that wait for each other in a cycle
 */
public record ThreadCounts(Instant takenAt, Map<Thread.State, Long> byState, long deadlocked) {
    public static ThreadCounts of(ThreadDump dump) {
        Map<Thread.State, Long> byState = new EnumMap<>(Thread.State.class);
        for (Thread.State state : Thread.State.values()) {
            byState.put(state, 0L);
        }
        for (SameStackThreads group : dump.content().groups()) {
            group.state().ifPresent(state -> byState.merge(state, (long) group.count(), Long::sum));
        }
        long deadlocked =
                dump.content().deadlocks().stream()
                        .mapToLong(deadlock -> deadlock.waiters().size())
                        .sum();
        return new ThreadCounts(dump.takenAt(), byState, deadlocked);
    }
}
