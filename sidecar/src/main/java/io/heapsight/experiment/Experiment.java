/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.experiment.Plan.Turn;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;

/**
 * Does what a plan says, on the thread that calls it.
 *
 * @param recorder of its runs
 * @param progress told what it does
 * @param cancel ends it; the first state is restored before
 */
public record Experiment(Plan plan, Recorder recorder, Progress progress, CancelSignal cancel) {
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

    /** Told how far it is. */
    @FunctionalInterface
    public interface Progress {
        /** In words, and in milliseconds of the whole. */
        void at(String words, long done, long total);
    }

    /**
     * Switches, warms up and records, turn by turn; then restores the first state, also when
     * something failed or it was cancelled.
     *
     * @throws ProblemException when a step or a run failed; it says so when the first state could
     *     not be restored
     * @throws CancellationException when it was cancelled
     */
    public void run() throws ProblemException {
        try {
            List<Turn> turns = plan.turns();
            for (int i = 0; i < turns.size(); i++) {
                turn(turns.get(i), plan.length().dividedBy(turns.size()).multipliedBy(i));
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
        at(turn, "switching", before);
        Steps.take(turn.arm().step());
        pause(turn, "warming up", before, plan.warmUp());
        recorder.start(turn.run());
        boolean stopped = false;
        try {
            pause(turn, "recording", before.plus(plan.warmUp()), plan.duration());
            recorder.stop(turn.run());
            stopped = true;
        } finally {
            if (!stopped) {
                stopQuietly(turn);
            }
        }
    }

    /** After a failure there is nothing to add to it. */
    private void stopQuietly(Turn turn) {
        try {
            recorder.stop(turn.run());
        } catch (ProblemException _) {
            return; // it is not being recorded any more
        }
    }

    /**
     * @param failed what went wrong before, if anything did
     */
    private void restore(String failed) throws ProblemException {
        try {
            Steps.take(plan.restore());
        } catch (ProblemException e) {
            Problem problem = e.problem();
            throw new ProblemException(
                    new Problem(
                            problem.kind(),
                            "The first state could not be restored",
                            failed + problem.detail(),
                            "Bring the target back by hand: " + plan.restore()),
                    e);
        }
    }

    private void pause(Turn turn, String what, Duration before, Duration length) {
        long start = System.nanoTime();
        for (long gone = 0; gone < length.toNanos(); gone = System.nanoTime() - start) {
            cancel.throwIfCancelled();
            at(turn, what, before.plusNanos(gone));
            LockSupport.parkNanos(Math.min(LOOK_NANOS, length.toNanos() - gone));
        }
        cancel.throwIfCancelled();
    }

    private void at(Turn turn, String what, Duration done) {
        progress.at(turn.run() + ": " + what, done.toMillis(), plan.length().toMillis());
    }
}
