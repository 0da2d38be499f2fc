/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.OperationRefused;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * Evaluates the rules on each new sample of each target. Actions, which may block, run on other
 * threads, so that sampling never waits.
 */
public final class TriggerWatch implements AutoCloseable {
    private final TriggerSettings settings;
    private final Map<TriggerAction, ActionHandler> works;
    private final Executor executor;
    private final SteadyClock clock;
    private final EventLog log;
    private final TriggerCounts tally;
    private final FiringLog firings;
    private final Map<TargetMonitor, Watched> watched = new HashMap<>();
    private final CancelSignal cancel = new CancelSignal();
    private final List<FiringListener> listeners = new CopyOnWriteArrayList<>();

    private final class Watched {
        private final TargetMonitor monitor;
        private final FigureCalculator figures;
        private final TargetRules states;
        private final CaptureQueue queue = new CaptureQueue(executor);

        Watched(TargetMonitor monitor) {
            this.monitor = monitor;
            List<Rule> rules =
                    settings.rules().stream().filter(rule -> rule.isFor(monitor.jvm())).toList();
            this.figures = series(rules, monitor.jvm());
            this.states = new TargetRules(rules, settings);
            rules.forEach(this::recall);
        }

        private void recall(Rule rule) {
            firings.last(monitor.jvm(), rule)
                    .ifPresent(
                            last -> {
                                Duration ago = monitor.age().minus(last.age());
                                states.firedBefore(
                                        rule,
                                        ago.isNegative() ? Duration.ZERO : ago,
                                        last.done(),
                                        clock.nanoTime());
                            });
        }

        Optional<Duration> look(Sample sample) {
            figures.update(sample::value, sample.nanos());
            begin(states.evaluate(figures, sample.nanos()));
            return states.nextWanted();
        }

        void end() {
            begin(states.atDeath(clock.nanoTime()));
        }

        private void begin(List<TargetRules.Due> all) {
            List<Fired> fired = new ArrayList<>();
            for (TargetRules.Due due : all) {
                if (due.allowed()) {
                    fired.add(new Fired(this, due));
                } else {
                    executor.execute(() -> record(this, due, FiringOutcome.HELD_BACK, List.of()));
                }
            }
            if (!fired.isEmpty()) {
                queue.add(fired);
            }
        }

        RuleStatus.OfTarget status(Rule rule) {
            RuleStateMachine.Look look = states.look(rule, clock.nanoTime(), clock::at);
            return new RuleStatus.OfTarget(
                    monitor.jvm(), look.value(), look.shown(), look.since(), look.whyNot());
        }
    }

    /** A firing and the progress of its actions. Used by one thread at a time. */
    private final class Fired implements CaptureQueue.Firing {
        private final Watched target;
        private final TargetRules.Due due;
        private final Duration age;
        private final List<ActionResult> results = new ArrayList<>();

        Fired(Watched target, TargetRules.Due due) {
            this.target = target;
            this.due = due;
            this.age = target.monitor.age();
        }

        @Override
        public synchronized Optional<TriggerAction> next() {
            return due.actions().stream().skip(results.size()).findFirst();
        }

        @Override
        public void performNext() {
            ActionHandler.Call call = call();
            if (call.before().isEmpty()) {
                firings.add(target.monitor.jvm(), due.rule(), new FiringLog.Firing(age, false));
            }
            ActionResult result = perform(next().orElseThrow(), call);
            synchronized (this) {
                results.add(result);
            }
        }

        private synchronized ActionHandler.Call call() {
            boolean more =
                    due.actions().stream()
                            .skip(results.size() + 1L)
                            .anyMatch(TriggerAction::isOfTheLiving);
            return new ActionHandler.Call(
                    due.rule(), target.monitor, due.shown(), List.copyOf(results), more);
        }

        @Override
        public void end() {
            List<ActionResult> all;
            synchronized (this) {
                all = List.copyOf(results);
            }
            List<TriggerAction> wanted =
                    all.stream().filter(ActionResult::isWanted).map(ActionResult::action).toList();
            if (wanted.isEmpty()) {
                firings.add(target.monitor.jvm(), due.rule(), new FiringLog.Firing(age, true));
            } else {
                synchronized (watched) {
                    target.states.notDone(due.rule(), wanted, clock.nanoTime());
                }
            }
            record(target, due, ActionResult.outcome(all), all);
        }
    }

    /**
     * Creates a watch that receives samples.
     *
     * @param works handlers of actions; an action without a handler fails
     * @param executor runs the actions, which block
     * @param dataDirectory stores firings across restarts of the sidecar
     * @param clock of the samples
     */
    public TriggerWatch(
            TriggerSettings settings,
            Map<TriggerAction, ActionHandler> works,
            Executor executor,
            Path dataDirectory,
            SteadyClock clock,
            EventLog log) {
        this.settings = settings;
        this.works = works;
        this.executor = executor;
        this.clock = clock;
        this.log = log;
        this.tally = new TriggerCounts(settings.rules());
        this.firings = FiringLog.open(dataDirectory, log);
    }

    /** Registers a listener for firings that no limit suppresses. */
    public void onFired(FiringListener listener) {
        listeners.add(listener);
    }

    public TriggerCounts tally() {
        return tally;
    }

    /** Returns the state of each rule. */
    public List<RuleStatus> statuses() {
        List<RuleStatus> statuses = new ArrayList<>();
        synchronized (watched) {
            for (TriggerCounts.Row row : tally.rows()) {
                statuses.add(
                        new RuleStatus(
                                row,
                                watched.values().stream()
                                        .map(target -> target.status(row.rule()))
                                        .sorted(
                                                Comparator.comparingInt(
                                                        status -> status.jvm().pid()))
                                        .toList()));
            }
        }
        return statuses;
    }

    /**
     * Replays rules on the stored samples of a target; runs no action.
     *
     * @param since time span
     */
    public RuleTrial.All replay(List<Rule> rules, TargetMonitor target, Duration since) {
        TriggerSettings others =
                new TriggerSettings(
                        rules, settings.coolDown(), settings.mostPerHour(), settings.reports());
        return RuleTrial.replay(others, target.jvm(), target.samples(), since);
    }

    /**
     * Processes a new sample of a target. Doesn't block.
     *
     * @return when to take the next one, if a rule is close to its level
     */
    public Optional<Duration> sampled(TargetMonitor target) {
        if (settings.rules().isEmpty()) {
            return Optional.empty();
        }
        synchronized (watched) {
            Watched known = watched.computeIfAbsent(target, Watched::new);
            return target.latest().flatMap(known::look);
        }
    }

    /** Processes the end of a target. */
    public void gone(int pid) {
        synchronized (watched) {
            watched.values()
                    .removeIf(
                            target -> {
                                boolean its = target.monitor.jvm().pid() == pid;
                                if (its) {
                                    target.end();
                                }
                                return its;
                            });
        }
    }

    /** Cancels the actions of a rule. */
    @Override
    public void close() {
        cancel.cancel();
    }

    /** Creates the series of the figures that rules use. */
    static FigureCalculator series(List<Rule> rules, TargetJvm jvm) {
        List<RuleFigure> figures =
                rules.stream().flatMap(rule -> rule.condition().subject().stream()).toList();
        return new FigureCalculator(figures, maxMetaspace(jvm));
    }

    private ActionResult perform(TriggerAction action, ActionHandler.Call call) {
        ActionHandler work = works.get(action);
        try {
            if (work == null) {
                throw new IllegalStateException("no handler for action " + action);
            }
            return new ActionResult(action, FiringOutcome.DONE, work.run(call, cancel), "");
        } catch (ActionSkipped e) {
            return notDone(action, FiringOutcome.LEFT_OUT, e.problem().detail());
        } catch (OperationRefused e) {
            return notDone(action, FiringOutcome.REFUSED, e.problem().detail());
        } catch (ProblemException e) {
            return notDone(action, FiringOutcome.FAILED, e.problem().detail());
        } catch (CancellationException e) {
            return notDone(
                    action,
                    FiringOutcome.FAILED,
                    cancel.isCancelled() ? "the sidecar ends" : "it was cancelled");
        } catch (RuntimeException | OutOfMemoryError e) {
            log.error("the action of a rule failed", e);
            return notDone(action, FiringOutcome.FAILED, Problem.unexpected(e).detail());
        }
    }

    private static ActionResult notDone(
            TriggerAction action, FiringOutcome outcome, String reason) {
        return new ActionResult(action, outcome, "", reason);
    }

    private void record(
            Watched target,
            TargetRules.Due due,
            FiringOutcome outcome,
            List<ActionResult> results) {
        String label = target.monitor.label();
        TriggerCounts.Firing firing =
                new TriggerCounts.Firing(
                        clock.instant(), label, due.value(), due.shown(), outcome, results);
        tally.add(due.rule(), firing);
        if (outcome != FiringOutcome.HELD_BACK) {
            listeners.forEach(listener -> listener.fired(due.rule(), firing));
        }
        String reasons =
                results.stream()
                        .filter(each -> !each.reason().isEmpty())
                        .map(each -> each.action().label() + ": " + each.reason())
                        .collect(Collectors.joining("; "));
        log.warn(
                "trigger",
                field("trigger", due.rule()),
                field("outcome", outcome.label()),
                field("target", label),
                field("pid", target.monitor.jvm().pid()),
                field("value", due.shown().isEmpty() ? "none" : due.shown()),
                field("result", firing.result().isEmpty() ? "none" : firing.result()),
                field("reason", reason(due, outcome, reasons)));
    }

    private static String reason(TargetRules.Due due, FiringOutcome outcome, String reasons) {
        if (outcome == FiringOutcome.HELD_BACK) {
            return "the hourly limit, or its own limit, is reached";
        }
        return reasons.isEmpty() ? due.rule().condition().toString() : reasons;
    }

    private static double maxMetaspace(TargetJvm jvm) {
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
