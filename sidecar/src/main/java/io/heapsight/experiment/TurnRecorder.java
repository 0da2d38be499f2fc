/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.Mark;
import io.heapsight.run.Run;
import io.heapsight.run.RunName;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Records one run of an experiment. */
record TurnRecorder(Plan plan, RunName run, Recorder recorder, CancelSignal cancel) {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration MOST_SEARCH = Duration.ofMinutes(1);

    /** Answers of a sidecar that doesn't see the target yet. */
    private static final Set<Problem.Kind> NO_TARGET =
            Set.of(Problem.Kind.NOT_FOUND, Problem.Kind.GONE, Problem.Kind.UNAVAILABLE);

    /** Told what is being done. */
    interface Words {
        void at(String what);
    }

    /** Fails when there is nothing to wait for. */
    private interface Check {
        void pass() throws ProblemException;
    }

    /** What is measured; how long ago it was over by the time it returns. */
    private interface Measured {
        Duration run() throws ProblemException;
    }

    /** Of the time until a pause is over. */
    void of(Runnable pause) throws ProblemException {
        double lines = lines();
        start(Map.of(), () -> {});
        untilStop(
                lines,
                () -> {
                    pause.run();
                    return Duration.ZERO;
                });
    }

    /** Of a job, after those that warm up. */
    void of(Work work, Words words) throws ProblemException {
        Map<String, String> labels =
                new WarmUpJobs(work, cancel)
                        .run(number -> words.at("warming up, job " + number))
                        .map(steady -> Map.of(Run.STEADY, steady.toString()))
                        .orElse(Map.of());
        double lines = lines();
        try (WorkRun job = new WorkRun(work, cancel, new Recorded(recorder, run))) {
            if (work.isTarget()) {
                job.begin(); // only then there is something to record
            }
            start(labels, job::hasStarted);
            untilStop(
                    lines,
                    () -> {
                        words.at("recording");
                        if (work.jobs().isPresent()) {
                            recorder.mark(run, Mark.Kind.JOBS, work.jobs().getAsInt());
                        }
                        if (!work.isTarget()) {
                            job.begin();
                        }
                        return job.await();
                    });
        }
    }

    private void untilStop(double lines, Measured measured) throws ProblemException {
        boolean stopped = false;
        try {
            Duration ago = measured.run();
            if (plan.lines().isPresent()) {
                recorder.mark(run, Mark.Kind.LINES, Math.max(0, lines() - lines));
            }
            recorder.stop(run, ago);
            stopped = true;
        } finally {
            if (!stopped) {
                stopQuietly();
            }
        }
    }

    /** How many lines have been logged; 0 where nobody tells. */
    private double lines() throws ProblemException {
        return plan.lines().isPresent() ? plan.lines().get().now() : 0;
    }

    /** Once the sidecar has found the target, where it has just been started. */
    private void start(Map<String, String> labels, Check check) throws ProblemException {
        boolean isJob = plan.load() instanceof Work work && work.isTarget();
        boolean isNew = isJob || plan.restart().isPresent() || plan.ready().isPresent();
        long began = System.nanoTime();
        while (true) {
            check.pass();
            try {
                recorder.start(new Recorder.Request(run, labels, isJob));
                return;
            } catch (ProblemException e) {
                boolean late = System.nanoTime() - began > MOST_SEARCH.toNanos();
                if (!isNew || late || !NO_TARGET.contains(e.problem().kind())) {
                    throw e;
                }
            }
            cancel.pause(LOOK);
        }
    }

    /** After a failure there is nothing to add to it. */
    private void stopQuietly() {
        try {
            recorder.stop(run, Duration.ZERO);
        } catch (ProblemException _) {
            return; // it is not being recorded any more
        }
    }

    private record Recorded(Recorder recorder, RunName run) implements WorkRun.Run {
        @Override
        public void records(double done) throws ProblemException {
            recorder.mark(run, Mark.Kind.RECORDS, done);
        }

        @Override
        public boolean isOver() throws ProblemException {
            return recorder.isOver(run);
        }
    }
}
