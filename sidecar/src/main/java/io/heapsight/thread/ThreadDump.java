/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.time.Instant;
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
            List<StackGroup> groups,
            List<Deadlock> deadlocks,
            long omitted) {
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
