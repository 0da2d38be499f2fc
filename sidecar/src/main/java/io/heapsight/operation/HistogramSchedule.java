/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.target.TargetConnection;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Takes a histogram of every target now and then, for the metrics; the pause lies between two
 * rounds.
 */
public final class HistogramSchedule implements AutoCloseable {
    private final Supplier<List<TargetConnection>> targets;
    private final Histograms histograms;
    private final EventLog log;
    private final Rounds rounds;

    /** A schedule that does nothing until it is started. */
    public HistogramSchedule(
            Supplier<List<TargetConnection>> targets, Histograms histograms, EventLog log) {
        this.targets = targets;
        this.histograms = histograms;
        this.log = log;
        this.rounds =
                new Rounds(
                        Thread.ofPlatform().name("heapsight-histograms").daemon(),
                        this::round,
                        "interval histograms failed",
                        log);
    }

    public void start(Duration interval) {
        rounds.start(interval);
    }

    @Override
    public void close() {
        rounds.close();
    }

    private void round() {
        targets.get().forEach(this::take);
    }

    private void take(TargetConnection target) {
        try {
            histograms.take(target, false, "interval", rounds.cancel());
        } catch (OperationRefused _) {
            return; // another one runs, or ran a moment ago: the audit log has it
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
