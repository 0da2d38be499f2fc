/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.RunListEntry;
import io.heapsight.run.RunName;
import io.heapsight.run.RunRecorder;
import io.heapsight.run.RunState;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Runs experiments as jobs of the sidecar, one at a time on each target. Thread-safe. */
public final class Experiments {
    /** Selects the target, which after a restart is another process. */
    @FunctionalInterface
    public interface Target {
        /** Returns the connection to the target. */
        TargetConnection now() throws ProblemException;
    }

    private final Jobs jobs;
    private final RunRecorder runs;
    private final StepRestrictions rules;
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /**
     * @param rules for the steps of API callers
     */
    public Experiments(Jobs jobs, RunRecorder runs, StepRestrictions rules) {
        this.jobs = jobs;
        this.runs = runs;
        this.rules = rules;
    }

    public Jobs jobs() {
        return jobs;
    }

    /**
     * Starts an experiment.
     *
     * @param replace whether to replace the runs of an experiment with the same arms
     * @throws ProblemException if a step or profiles are not allowed, a run of the plan exists, or
     *     another experiment uses the target
     */
    public JobSnapshot start(ExperimentPlan plan, Target target, boolean replace, String caller)
            throws ProblemException {
        rules.check(plan);
        runs.requireAllowed(plan.profile());
        TargetJvm jvm = target.now().jvm();
        List<RunName> replaced = RunReplacementPolicy.replaced(plan, kept(), replace);
        return jobs.start(
                JobKind.EXPERIMENT,
                jvm.label(),
                caller,
                job -> {
                    if (!busy.add(jvm.name())) {
                        throw new ProblemException(another(jvm));
                    }
                    try {
                        for (RunName run : replaced) {
                            if (!runs.isOver(run)) {
                                runs.stop(run, Duration.ZERO, caller, new CancelSignal());
                            }
                            runs.store().delete(run);
                        }
                        runs.store().checkFree(plan.turns().getFirst().run());
                        job.accepted();
                        ExperimentRunRecorder recorder =
                                new InSidecar(runs, target, plan, job, caller);
                        new ExperimentRunner(plan, recorder, job::at, job.cancel()).run();
                        job.result(comparison(plan));
                    } finally {
                        busy.remove(jvm.name());
                    }
                });
    }

    private List<RunReplacementPolicy.Kept> kept() throws ProblemException {
        try {
            return runs.store().list().stream().map(Experiments::kept).toList();
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The runs can't be read",
                    IoReason.of(e),
                    "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }

    private static RunReplacementPolicy.Kept kept(RunListEntry run) {
        return new RunReplacementPolicy.Kept(
                run.name(),
                Optional.ofNullable(run.labels().get(RunReplacementPolicy.LABEL)),
                run.state() != RunState.RECORDING);
    }

    /** Returns the path of the comparison of the first two arms. */
    public static String comparison(ExperimentPlan plan) {
        String primary =
                plan.primary().isEmpty() ? "" : "&primary=" + String.join(",", plan.primary());
        return "/compare?base=%s&candidate=%s%s"
                .formatted(plan.arms().get(0).name(), plan.arms().get(1).name(), primary);
    }

    private static Problem another(TargetJvm jvm) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "Another experiment is running",
                jvm.label() + " is being switched between states already.",
                "Wait for it, or cancel it: GET /jobs, DELETE /jobs/ID.");
    }

    private record InSidecar(
            RunRecorder runs, Target target, ExperimentPlan plan, Job job, String caller)
            implements ExperimentRunRecorder {
        @Override
        public void start(Request request) throws ProblemException {
            Map<String, String> labels = new LinkedHashMap<>(request.labels());
            labels.put(RunReplacementPolicy.LABEL, job.id());
            RunRecorder.Request recorded =
                    new RunRecorder.Request(
                            request.name(),
                            labels,
                            plan.garbage(),
                            plan.profile(),
                            request.untilExit());
            runs.start(target.now(), recorded, caller, job.cancel());
        }

        @Override
        public boolean isOver(RunName name) {
            return runs.isOver(name);
        }

        @Override
        public void mark(RunName name, ProgressMark.Kind kind, double value)
                throws ProblemException {
            runs.mark(name, kind, value);
        }

        /** Stops the run, even if the experiment is cancelled. */
        @Override
        public void stop(RunName name, Duration ago) throws ProblemException {
            runs.stop(name, ago, caller, new CancelSignal());
        }
    }
}
