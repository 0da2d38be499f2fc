/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.experiment.ExperimentPlan.Turn;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Runs the plan of an experiment, on the calling thread.
 *
 * @param recorder of its runs
 * @param progress receives the progress
 * @param cancel ends it, after restoring the first state
 */
public record ExperimentRunner(
        ExperimentPlan plan,
        ExperimentRunRecorder recorder,
        Progress progress,
        CancelSignal cancel) {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration MOST_RESTART = Duration.ofMinutes(5);
    private static final Duration MOST_RESTORE = Duration.ofMinutes(1);

    /** Receives the progress. */
    @FunctionalInterface
    public interface Progress {
        /** Reports the step, and the progress in milliseconds. */
        void at(String words, long done, long total);
    }

    /**
     * Switches, warms up and records, turn by turn. Then restores the first state, even after a
     * failure or a cancellation.
     *
     * @throws ProblemException if a step or a run failed; mentions a failed restore
     * @throws CancellationException if it was cancelled
     */
    public void run() throws ProblemException {
        try {
            List<Turn> turns = plan.turns();
            for (int i = 0; i < turns.size(); i++) {
                turn(turns.get(i), plan.turnLength().multipliedBy(i));
            }
        } catch (ProblemException e) {
            restore(e.problem().detail() + " ");
            throw e;
        } catch (RuntimeException e) {
            restore(""); // cancelled, or a bug
            throw e;
        }
        restore("");
    }

    private void turn(Turn turn, Duration before) throws ProblemException {
        if (plan.restart().isPresent()) {
            at(turn, "restarting", before);
            StepRunner.takeAgain(plan.restart().get(), MOST_RESTART);
        }
        if (plan.ready().isPresent()) {
            at(turn, "waiting until it is ready", before);
            await(plan.ready().get(), MOST_RESTART, cancel);
        }
        at(turn, "switching", before);
        StepRunner.take(turn.arm().step());
        pause(turn, "warming up", before, plan.warmUp());
        record(turn, before.plus(plan.warmUp()));
    }

    private void record(Turn turn, Duration before) throws ProblemException {
        TurnRecorder recording = new TurnRecorder(plan, turn.run(), recorder, cancel);
        switch (plan.load()) {
            case ExperimentPlan.Period(Duration length) ->
                    recording.of(
                            () -> pause(turn, "recording", before, length),
                            what -> at(turn, what, before));
            case MeasuredJob work -> recording.of(work, what -> at(turn, what, before));
        }
    }

    private static void await(PollCondition ready, Duration most, CancelSignal cancel)
            throws ProblemException {
        long began = System.nanoTime();
        Optional<String> whyNot = ready.whyNot(StepRunner.MOST);
        while (whyNot.isPresent()) {
            if (System.nanoTime() - began > most.toNanos()) {
                throw new ProblemException(notReady(whyNot.get()));
            }
            cancel.pause(LOOK);
            whyNot = ready.whyNot(StepRunner.MOST);
        }
    }

    /**
     * @param failed the earlier failure, if any
     */
    private void restore(String failed) throws ProblemException {
        try {
            if (plan.ready().isPresent()) {
                await(plan.ready().get(), MOST_RESTORE, new CancelSignal());
            }
            StepRunner.take(plan.restore());
        } catch (ProblemException e) {
            Problem problem = e.problem();
            throw new ProblemException(
                    problem.kind(),
                    "The first state could not be restored",
                    failed + problem.detail(),
                    "Restore the target manually: " + plan.restore(),
                    e);
        }
    }

    private void pause(Turn turn, String what, Duration before, Duration length) {
        long start = System.nanoTime();
        for (long gone = 0; gone < length.toNanos(); gone = System.nanoTime() - start) {
            at(turn, what, before.plusNanos(gone));
            cancel.pause(Duration.ofNanos(Math.min(LOOK.toNanos(), length.toNanos() - gone)));
        }
        cancel.throwIfCancelled();
    }

    private static Problem notReady(String whyNot) {
        return new Problem(
                Problem.Kind.TIMED_OUT,
                "The target isn't ready",
                whyNot,
                "Check the target's log, and the plan's condition for readiness (ready).");
    }

    private void at(Turn turn, String what, Duration done) {
        progress.at(turn.run() + ": " + what, done.toMillis(), plan.length().toMillis());
    }
}
