/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.Jobs;
import io.heapsight.run.GarbageCount;
import io.heapsight.run.RunName;
import io.heapsight.run.RunRecorder;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Experiments as jobs of the sidecar: one at a time on a target. Thread-safe. */
public final class Experiments {
    private final Jobs jobs;
    private final RunRecorder runs;
    private final StepRules rules;
    private final Set<Integer> busy = ConcurrentHashMap.newKeySet();

    /**
     * @param rules for steps of callers
     */
    public Experiments(Jobs jobs, RunRecorder runs, StepRules rules) {
        this.jobs = jobs;
        this.runs = runs;
        this.rules = rules;
    }

    public Jobs jobs() {
        return jobs;
    }

    /**
     * Starts one.
     *
     * @throws ProblemException when a step is not allowed, a run of the plan is there already, or
     *     the target has another experiment
     */
    public JobRecord start(Plan plan, TargetConnection target, String caller)
            throws ProblemException {
        rules.check(plan);
        for (Plan.Turn turn : plan.turns()) {
            runs.store().checkFree(turn.run());
        }
        TargetJvm jvm = target.jvm();
        return jobs.start(
                JobKind.EXPERIMENT,
                jvm.label(),
                caller,
                job -> {
                    if (!busy.add(jvm.pid())) {
                        throw new ProblemException(another(jvm));
                    }
                    try {
                        job.accepted();
                        Recorder recorder =
                                new InSidecar(runs, target, plan.garbage(), job, caller);
                        new Experiment(plan, recorder, job::at, job.cancel()).run();
                        job.result(comparison(plan));
                    } finally {
                        busy.remove(jvm.pid());
                    }
                });
    }

    /** The path of the comparison of the first two arms. */
    public static String comparison(Plan plan) {
        return "/compare?base=%s&candidate=%s"
                .formatted(plan.arms().get(0).name(), plan.arms().get(1).name());
    }

    private static Problem another(TargetJvm jvm) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "Another experiment is running",
                jvm.label() + " is being switched between states already.",
                "Wait for it, or cancel it: GET /jobs, DELETE /jobs/ID.");
    }

    private record InSidecar(
            RunRecorder runs, TargetConnection target, GarbageCount garbage, Job job, String caller)
            implements Recorder {
        @Override
        public void start(RunName name) throws ProblemException {
            Map<String, String> labels = Map.of("experiment", job.id());
            runs.start(target, new RunRecorder.Wish(name, labels, garbage), caller, job.cancel());
        }

        /** Also when the experiment is cancelled. */
        @Override
        public void stop(RunName name) throws ProblemException {
            runs.stop(name, caller, new CancelSignal());
        }
    }
}
