/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The Java threads of a target at one moment.
 *
 * @param takenAt time of the command
 * @param nanos the same, by {@link io.heapsight.unit.SteadyClock#nanoTime}
 */
public record ThreadDump(Instant takenAt, long nanos, Content content) {
    /**
     * The content of a JVM's answer.
     *
     * @param threads in the JVM's order
     * @param groups largest first
     * @param omitted number of threads beyond the limit
     */
    public record Content(
            List<JavaThread> threads,
            List<SameStackThreads> groups,
            List<Deadlock> deadlocks,
            long omitted) {
        /** Returns a copy with other virtual threads, which replace its own. */
        Content with(Content virtual) {
            List<JavaThread> all = new ArrayList<>();
            threads.stream().filter(each -> !each.virtual()).forEach(all::add);
            all.addAll(virtual.threads);
            List<SameStackThreads> grouped = new ArrayList<>(virtual.groups);
            groups.stream()
                    .map(SameStackThreads::withoutVirtual)
                    .filter(group -> group.count() > 0)
                    .forEach(grouped::add);
            grouped.sort(Comparator.comparingInt(SameStackThreads::count).reversed());
            List<Deadlock> circles = new ArrayList<>(deadlocks);
            circles.addAll(virtual.deadlocks);
            return new Content(all, grouped, circles, omitted + virtual.omitted);
        }

        Content withCpuSeconds(Function<JavaThread, OptionalDouble> seconds) {
            return new Content(
                    threads.stream()
                            .map(thread -> thread.withCpuSeconds(seconds.apply(thread)))
                            .toList(),
                    groups,
                    deadlocks,
                    omitted);
        }
    }
}
