/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.operation.OperationRefused;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;

/**
 * Evaluates the triggers on each new sample of each target; actions, which may block, run
 * elsewhere, so that sampling never waits.
 */
public final class TriggerWatch implements AutoCloseable {
    private final TriggerSettings settings;
    private final Map<TriggerAction, TriggerHandler> works;
    private final Executor executor;
    private final EventLog log;
    private final TriggerCounts tally;
    private final FiringLog firings;
    private final Map<TargetMonitor, Watched> watched = new HashMap<>();
    private final CancelSignal cancel = new CancelSignal();

    private final class Watched {
        private final TargetMonitor monitor;
        private final TargetSignals signals;
        private final TargetTriggers triggers = new TargetTriggers(settings);

        Watched(TargetMonitor monitor) {
            this.monitor = monitor;
            this.signals = new TargetSignals(metaspaceLimit(monitor.jvm()));
            settings.triggers().forEach(this::recall);
        }

        private void recall(Trigger trigger) {
            firings.last(monitor.jvm(), trigger)
                    .ifPresent(
                            last -> {
                                Duration ago = monitor.age().minus(last.age());
                                triggers.firedBefore(
                                        trigger,
                                        ago.isNegative() ? Duration.ZERO : ago,
                                        last.done(),
                                        System.nanoTime());
                            });
        }

        void look(Sample sample) {
            signals.update(sample);
            for (TargetTriggers.Due due : triggers.evaluate(signals::value, System.nanoTime())) {
                if (due.allowed()) {
                    executor.execute(() -> act(this, due));
                } else {
                    executor.execute(
                            () ->
                                    record(
                                            this,
                                            due,
                                            FiringOutcome.HELD_BACK,
                                            "enough for this hour",
                                            ""));
                }
            }
        }
    }

    /**
     * A watch that is told of samples.
     *
     * @param works what is done; an action that is missing fails
     * @param executor of the actions, which block
     * @param dataDirectory remembers what fired, over restarts of the sidecar
     */
    public TriggerWatch(
            TriggerSettings settings,
            Map<TriggerAction, TriggerHandler> works,
            Executor executor,
            Path dataDirectory,
            EventLog log) {
        this.settings = settings;
        this.works = works;
        this.executor = executor;
        this.log = log;
        this.tally = new TriggerCounts(settings.triggers());
        this.firings = FiringLog.open(dataDirectory, log);
    }

    /** What fired. */
    public TriggerCounts tally() {
        return tally;
    }

    /** A target has a new sample. Doesn't block. */
    public void sampled(TargetMonitor target) {
        if (!settings.triggers().isEmpty()) {
            synchronized (watched) {
                Watched known = watched.computeIfAbsent(target, Watched::new);
                target.latest().ifPresent(known::look);
            }
        }
    }

    /** The sampler no longer sees a target. */
    public void gone(int pid) {
        synchronized (watched) {
            watched.keySet().removeIf(target -> target.jvm().pid() == pid);
        }
    }

    /** Ends what a trigger has begun. */
    @Override
    public void close() {
        cancel.cancel();
    }

    private void act(Watched target, TargetTriggers.Due due) {
        Trigger trigger = due.trigger();
        TriggerHandler work = works.get(trigger.action());
        FiringLog.Firing begun = new FiringLog.Firing(target.monitor.age(), false);
        firings.add(target.monitor.jvm(), trigger, begun);
        try {
            if (work == null) {
                throw new IllegalStateException("nobody does " + trigger.action());
            }
            String result =
                    work.run(target.monitor.connection(), "trigger " + trigger.condition(), cancel);
            firings.add(target.monitor.jvm(), trigger, new FiringLog.Firing(begun.age(), true));
            record(target, due, FiringOutcome.DONE, "", result);
        } catch (OperationRefused e) {
            notDone(target, due, FiringOutcome.REFUSED, e.problem().detail());
        } catch (ProblemException e) {
            notDone(target, due, FiringOutcome.FAILED, e.problem().detail());
        } catch (CancellationException e) {
            notDone(target, due, FiringOutcome.FAILED, "the sidecar ends");
        } catch (RuntimeException | OutOfMemoryError e) {
            log.error("the action of a trigger failed", e);
            notDone(target, due, FiringOutcome.FAILED, Problem.unexpected(e).detail());
        }
    }

    private void notDone(
            Watched target, TargetTriggers.Due due, FiringOutcome outcome, String reason) {
        synchronized (watched) {
            target.triggers.notDone(due.trigger(), System.nanoTime());
        }
        record(target, due, outcome, reason, "");
    }

    private void record(
            Watched target,
            TargetTriggers.Due due,
            FiringOutcome outcome,
            String reason,
            String result) {
        double percent = 100 * due.ratio();
        String label = target.monitor.label();
        tally.add(
                due.trigger(),
                new TriggerCounts.Firing(Instant.now(), label, percent, outcome, result));
        log.warn(
                "trigger",
                field("trigger", due.trigger()),
                field("outcome", outcome.label()),
                field("target", label),
                field("pid", target.monitor.jvm().pid()),
                field("value", String.format(Locale.ROOT, "%.1f%%", percent)),
                field("result", result.isEmpty() ? "none" : result),
                field("reason", reason.isEmpty() ? due.trigger().condition() : reason));
    }

    private static double metaspaceLimit(TargetJvm jvm) {
        return jvm.flags()
                .value("-XX:MaxMetaspaceSize=")
                .map(TriggerWatch::bytes)
                .orElse(Double.NaN);
    }

    private static double bytes(String size) {
        try {
            return ByteSize.parse(size).bytes();
        } catch (IllegalArgumentException _) {
            return Double.NaN; // the JVM would not have started with it
        }
    }
}
