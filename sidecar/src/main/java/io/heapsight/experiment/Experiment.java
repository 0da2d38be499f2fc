/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.experiment.Plan.Turn;
import io.heapsight.run.Mark;
import io.heapsight.run.Run;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * Does what a plan says, on the thread that calls it.
 *
 * @param recorder of its runs
 * @param progress told what it does
 * @param cancel ends it; the first state is restored before
 */
public record Experiment(Plan plan, Recorder recorder, Progress progress, CancelSignal cancel) {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration MOST_RESTART = Duration.ofMinutes(5);
    private static final Duration MOST_SEARCH = Duration.ofMinutes(1);
    private static final Duration MOST_QUESTION = Duration.ofSeconds(5);

    /** Answers of a sidecar that doesn't see the target yet. */
    private static final Set<Problem.Kind> NO_TARGET =
            Set.of(Problem.Kind.NOT_FOUND, Problem.Kind.GONE, Problem.Kind.UNAVAILABLE);

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
            restart(plan.restart().get());
        }
        at(turn, "switching", before);
        Steps.take(turn.arm().step());
        pause(turn, "warming up", before, plan.warmUp());
        Duration warm = before.plus(plan.warmUp());
        Map<String, String> labels =
                plan.load() instanceof Work work ? warmUp(turn, work, warm) : Map.of();
        start(turn, labels);
        boolean stopped = false;
        try {
            recorder.stop(turn.run(), record(turn, warm));
            stopped = true;
        } finally {
            if (!stopped) {
                stopQuietly(turn);
            }
        }
    }

    /** Until what is recorded is over; how long ago that was. */
    private Duration record(Turn turn, Duration before) throws ProblemException {
        switch (plan.load()) {
            case Plan.Period(Duration length) -> {
                pause(turn, "recording", before, length);
                return Duration.ZERO;
            }
            case Work work -> {
                at(turn, "recording", before);
                if (work.jobs().isPresent()) {
                    recorder.mark(turn.run(), Mark.Kind.JOBS, work.jobs().getAsInt());
                }
                return new WorkRun(
                                work,
                                cancel,
                                done -> recorder.mark(turn.run(), Mark.Kind.RECORDS, done))
                        .run();
            }
        }
    }

    private Map<String, String> warmUp(Turn turn, Work work, Duration before)
            throws ProblemException {
        return new WarmUpJobs(work, cancel)
                .run(job -> at(turn, "warming up, job " + job, before))
                .map(steady -> Map.of(Run.STEADY, steady.toString()))
                .orElse(Map.of());
    }

    private void restart(Plan.Restart restart) throws ProblemException {
        Steps.take(restart.step(), MOST_RESTART);
        if (restart.ready().isEmpty()) {
            return;
        }
        long began = System.nanoTime();
        Optional<String> whyNot = restart.ready().get().whyNot(MOST_QUESTION);
        while (whyNot.isPresent()) {
            if (System.nanoTime() - began > MOST_RESTART.toNanos()) {
                throw new ProblemException(notReady(whyNot.get()));
            }
            cancel.pause(LOOK);
            whyNot = restart.ready().get().whyNot(MOST_QUESTION);
        }
    }

    /** After a restart, once the sidecar has found the target. */
    private void start(Turn turn, Map<String, String> labels) throws ProblemException {
        long began = System.nanoTime();
        while (true) {
            try {
                recorder.start(turn.run(), labels);
                return;
            } catch (ProblemException e) {
                boolean late = System.nanoTime() - began > MOST_SEARCH.toNanos();
                if (plan.restart().isEmpty() || late || !NO_TARGET.contains(e.problem().kind())) {
                    throw e;
                }
            }
            cancel.pause(LOOK);
        }
    }

    /** After a failure there is nothing to add to it. */
    private void stopQuietly(Turn turn) {
        try {
            recorder.stop(turn.run(), Duration.ZERO);
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
            at(turn, what, before.plusNanos(gone));
            cancel.pause(Duration.ofNanos(Math.min(LOOK.toNanos(), length.toNanos() - gone)));
        }
        cancel.throwIfCancelled();
    }

    private static Problem notReady(String whyNot) {
        return new Problem(
                Problem.Kind.TIMED_OUT,
                "The target isn't ready after its restart",
                whyNot,
                "Look at the target's log; ready says how it is seen.");
    }

    private void at(Turn turn, String what, Duration done) {
        progress.at(turn.run() + ": " + what, done.toMillis(), plan.length().toMillis());
    }
}
