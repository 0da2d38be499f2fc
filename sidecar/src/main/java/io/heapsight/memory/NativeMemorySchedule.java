/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Asks targets for their native memory once a minute, for the metrics: those only that were started
 * to keep count of it.
 */
public final class NativeMemorySchedule implements AutoCloseable {
    static final JcmdCommand COMMAND = JcmdCommand.of("VM.native_memory", "summary");

    private static final String FLAG = "-XX:NativeMemoryTracking=";

    private static final Duration FIRST = Duration.ofSeconds(10);

    private final Supplier<List<TargetConnection>> targets;
    private final NativeMemories memories;
    private final Duration commandTimeout;
    private final EventLog log;
    private final CancelSignal cancel = new CancelSignal();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofVirtual().name("heapsight-native-memory").factory());

    /** A schedule that does nothing until it is started. */
    public NativeMemorySchedule(
            Supplier<List<TargetConnection>> targets,
            NativeMemories memories,
            Duration commandTimeout,
            EventLog log) {
        this.targets = targets;
        this.memories = memories;
        this.commandTimeout = commandTimeout;
        this.log = log;
    }

    public void start(Duration interval) {
        var _ =
                thread.scheduleWithFixedDelay(
                        this::round, FIRST.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        cancel.cancel();
        thread.shutdownNow();
    }

    private void round() {
        try {
            targets.get().stream().filter(each -> keepsCount(each.jvm())).forEach(this::ask);
        } catch (RuntimeException e) {
            log.error("asking for native memory failed", e);
        }
    }

    private static boolean keepsCount(TargetJvm jvm) {
        return jvm.flags().value(FLAG).filter(mode -> !mode.equals("off")).isPresent();
    }

    private void ask(TargetConnection target) {
        try {
            String answer = target.jcmd(COMMAND, commandTimeout, cancel);
            if (NativeMemory.parse(answer) instanceof Reading.Present<NativeMemory>(var memory)) {
                memories.keep(target.jvm().pid(), memory);
            }
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
