/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.operation.OperationRefused;
import io.heapsight.operation.PauseRefused;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.PeriodicTask;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** Periodically takes a histogram of every target, for the metrics. */
public final class HistogramSchedule implements AutoCloseable {
    private final HistogramTaker histograms;
    private final EventLog log;
    private final PeriodicTask task;

    /** A schedule that does nothing until it is started. */
    public HistogramSchedule(
            Supplier<List<TargetConnection>> targets, HistogramTaker histograms, EventLog log) {
        this.histograms = histograms;
        this.log = log;
        this.task =
                new PeriodicTask(
                        Thread.ofPlatform().name("heapsight-histograms").daemon(),
                        () -> targets.get().forEach(this::take),
                        failure -> log.error("interval histograms failed", failure));
    }

    public void start(Duration interval) {
        task.start(interval);
    }

    @Override
    public void close() {
        task.close();
    }

    private void take(TargetConnection target) {
        try {
            histograms.take(
                    target, false, histograms.pauses().automatic(), "interval", task.cancel());
        } catch (OperationRefused | PauseRefused _) {
            return; // another one runs, ran a moment ago, or its pause is too long: the audit log
            // reports it
        } catch (ProblemException e) {
            log.warn(
                    "no interval histogram",
                    field("target", target.jvm().label()),
                    field("reason", e.problem().detail()),
                    field("remedy", e.problem().remedy()));
        } catch (CancellationException e) {
            log.info("interval histogram cancelled", field("target", target.jvm().label()));
        }
    }
}
