/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunName;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Records one run of an experiment. */
record TurnRecorder(
        ExperimentPlan plan, RunName run, ExperimentRunRecorder recorder, CancelSignal cancel) {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration A_MOMENT = Duration.ofSeconds(1);
    private static final Duration MOST_SEARCH = Duration.ofMinutes(1);

    /** Problems of a sidecar that doesn't see the target yet. */
    private static final Set<Problem.Kind> NO_TARGET =
            Set.of(Problem.Kind.NOT_FOUND, Problem.Kind.GONE, Problem.Kind.UNAVAILABLE);

    /** Receives the current activity. */
    interface Words {
        void at(String what);
    }

    /** Fails if there is nothing to wait for. */
    private interface Check {
        void pass() throws ProblemException;
    }

    /** Measures; returns the time since the run ended. */
    private interface Measured {
        Duration run() throws ProblemException;
    }

    /** Records a run that lasts as long as a pause. */
    void of(Runnable pause, Words words) throws ProblemException {
        OptionalDouble lines = lines(words);
        start(Map.of(), () -> {});
        untilStop(
                lines,
                words,
                () -> {
                    pause.run();
                    return Duration.ZERO;
                });
    }

    /** Records a run of a job, after the warm-up jobs. */
    void of(MeasuredJob work, Words words) throws ProblemException {
        Map<String, String> labels =
                new WarmUpJobs(work, cancel)
                        .run(number -> words.at("warming up, job " + number))
                        .map(steady -> Map.of(Run.STEADY, steady.toString()))
                        .orElse(Map.of());
        OptionalDouble lines = lines(words);
        try (MeasuredJobRun job = new MeasuredJobRun(work, cancel, new Recorded(recorder, run))) {
            if (work.isTarget()) {
                job.begin(); // before that there is nothing to record
            }
            start(labels, job::hasStarted);
            untilStop(
                    lines,
                    words,
                    () -> {
                        words.at("recording");
                        if (work.jobs().isPresent()) {
                            recorder.mark(run, ProgressMark.Kind.JOBS, work.jobs().getAsInt());
                        }
                        if (!work.isTarget()) {
                            job.begin();
                        }
                        return job.await();
                    });
        }
    }

    private void untilStop(OptionalDouble lines, Words words, Measured measured)
            throws ProblemException {
        boolean stopped = false;
        try {
            Duration ago = measured.run();
            long over = System.nanoTime();
            OptionalDouble after = lines.isPresent() ? lines(words) : lines;
            if (after.isPresent()) {
                recorder.mark(
                        run,
                        ProgressMark.Kind.LINES,
                        Math.max(0, after.getAsDouble() - lines.orElseThrow()));
            }
            recorder.stop(run, ago.plus(since(over)));
            stopped = true;
        } finally {
            if (!stopped) {
                stopQuietly();
            }
        }
    }

    /** Returns the time for counting the lines, which is not part of the run. */
    private static Duration since(long nanos) {
        Duration took = Duration.ofNanos(System.nanoTime() - nanos);
        return took.compareTo(A_MOMENT) > 0 ? took : Duration.ZERO;
    }

    /** Returns the number of logged lines; empty if they can't be read. */
    private OptionalDouble lines(Words words) {
        if (plan.lines().isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(plan.lines().get().now());
        } catch (ProblemException e) {
            words.at("without lines: " + e.problem().detail());
            return OptionalDouble.empty();
        }
    }

    /** Starts a run; waits until the sidecar has found a target that was just started. */
    private void start(Map<String, String> labels, Check check) throws ProblemException {
        boolean isJob = plan.load() instanceof MeasuredJob work && work.isTarget();
        boolean isNew = isJob || plan.restart().isPresent() || plan.ready().isPresent();
        long began = System.nanoTime();
        while (true) {
            check.pass();
            try {
                recorder.start(new ExperimentRunRecorder.Request(run, labels, isJob));
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

    /** Stops the run after a failure; ignores further failures. */
    private void stopQuietly() {
        try {
            recorder.stop(run, Duration.ZERO);
        } catch (ProblemException _) {
            return; // it is no longer recorded
        }
    }

    private record Recorded(ExperimentRunRecorder recorder, RunName run)
            implements MeasuredJobRun.Run {
        @Override
        public void records(double done) throws ProblemException {
            recorder.mark(run, ProgressMark.Kind.RECORDS, done);
        }

        @Override
        public boolean isOver() throws ProblemException {
            return recorder.isOver(run);
        }
    }
}
