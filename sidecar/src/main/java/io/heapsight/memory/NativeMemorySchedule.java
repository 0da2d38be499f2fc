/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.PeriodicTask;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Queries targets with native memory tracking for their native memory once a minute, for the
 * metrics.
 */
public final class NativeMemorySchedule implements AutoCloseable {
    private static final String FLAG = "-XX:NativeMemoryTracking=";

    private static final Duration FIRST = Duration.ofSeconds(10);

    private final Supplier<List<TargetConnection>> targets;
    private final NativeMemoryCache memories;
    private final Duration commandTimeout;
    private final EventLog log;
    private final PeriodicTask task;

    /** Creates a schedule, which does nothing until it is started. */
    public NativeMemorySchedule(
            Supplier<List<TargetConnection>> targets,
            NativeMemoryCache memories,
            Duration commandTimeout,
            EventLog log) {
        this.targets = targets;
        this.memories = memories;
        this.commandTimeout = commandTimeout;
        this.log = log;
        this.task =
                new PeriodicTask(
                        Thread.ofVirtual().name("heapsight-native-memory"),
                        this::askAll,
                        failure -> log.error("reading native memory failed", failure));
    }

    public void start(Duration interval) {
        task.start(FIRST, interval);
    }

    @Override
    public void close() {
        task.close();
    }

    private void askAll() {
        targets.get().stream().filter(each -> keepsCount(each.jvm())).forEach(this::ask);
    }

    private static boolean keepsCount(TargetJvm jvm) {
        return jvm.flags().value(FLAG).filter(mode -> !mode.equals("off")).isPresent();
    }

    private void ask(TargetConnection target) {
        try {
            memories.ask(target, commandTimeout, task.cancel());
        } catch (ProblemException e) {
            log.warn(
                    "no native memory",
                    field("target", target.jvm().label()),
                    field("reason", e.problem().detail()),
                    field("remedy", e.problem().remedy()));
        } catch (CancellationException _) {
            return; // the sidecar ends
        }
    }
}
