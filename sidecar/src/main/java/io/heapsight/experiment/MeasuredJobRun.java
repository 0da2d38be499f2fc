/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one job: starts it, reports its records, and waits for its end. Not thread-safe. */
final class MeasuredJobRun implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long RECORDS_NANOS = Duration.ofSeconds(1).toNanos();

    /** The run that records it, if any. */
    interface Run {
        /** Receives the number of records processed since its start. */
        void records(double done) throws ProblemException;

        /** Whether the target has ended. */
        boolean isOver() throws ProblemException;
    }

    private final MeasuredJob work;
    private final CancelSignal cancel;
    private final Run run;
    private final FutureTask<Boolean> start;
    private final Thread starter;
    private final Optional<ReportedNumber> count;
    private long began;
    private double before;
    private double told;
    private long lastRise;
    private long nextCount;
    private long lastCount;
    private String whyNot = "";

    MeasuredJobRun(MeasuredJob work, CancelSignal cancel, Run run) {
        this.work = work;
        this.cancel = cancel;
        this.run = run;
        start =
                new FutureTask<>(
                        () -> {
                            StepRunner.take(work.start(), work.timeout());
                            return true;
                        });
        starter = Thread.ofVirtual().unstarted(start);
        count =
                work.records().orElse(null)
                                instanceof MeasuredJob.Records.Asked(ReportedNumber asked)
                        ? Optional.of(asked)
                        : Optional.empty();
    }

    /**
     * Starts the job.
     *
     * @throws ProblemException if its records can't be read
     */
    void begin() throws ProblemException {
        before = count.isPresent() && !work.isTarget() ? count.get().now() : 0;
        began = System.nanoTime();
        lastRise = began;
        lastCount = began;
        nextCount = began + RECORDS_NANOS;
        starter.start();
    }

    /**
     * Waits for its end.
     *
     * @return time since it ended
     * @throws ProblemException if it can't be started, or doesn't end in time
     */
    Duration await() throws ProblemException {
        while (!hasEnded()) {
            pause();
            if (System.nanoTime() - began > work.timeout().toNanos()) {
                throw new ProblemException(late());
            }
        }
        Duration ago =
                work.end() instanceof MeasuredJob.End.Still
                        ? Duration.ofNanos(System.nanoTime() - lastRise)
                        : Duration.ZERO;
        if (count.isPresent()) {
            lookAtRecords();
        } else if (work.records().orElse(null) instanceof MeasuredJob.Records.Known(int number)) {
            tell(number);
        }
        return ago;
    }

    /** Cancels a request or a command if its result is no longer needed. */
    @Override
    public void close() {
        starter.interrupt();
    }

    private boolean hasEnded() throws ProblemException {
        if (count.isPresent() && System.nanoTime() >= nextCount) {
            peekAtRecords();
            nextCount = System.nanoTime() + RECORDS_NANOS;
        }
        if (!hasStarted() && !work.isTarget()) {
            return false;
        }
        return switch (work.end()) {
            case MeasuredJob.End.Started _ -> true;
            case MeasuredJob.End.Exit _ -> run.isOver();
            case MeasuredJob.End.Seen(PollCondition condition) -> {
                Optional<String> reason = condition.whyNot(StepRunner.MOST);
                whyNot = reason.orElse("");
                yield reason.isEmpty();
            }
            case MeasuredJob.End.Still(Duration length) -> lastCount - lastRise >= length.toNanos();
        };
    }

    /** Reports records while it runs; retries a failed query after a second. */
    private void peekAtRecords() throws ProblemException {
        OptionalDouble done = count.orElseThrow().peek();
        if (done.isPresent()) {
            lastCount = System.nanoTime();
            tell(done.getAsDouble() - before);
        }
    }

    private void lookAtRecords() throws ProblemException {
        try {
            tell(count.orElseThrow().now() - before);
        } catch (ProblemException e) {
            if (!work.isTarget()) { // a target that starts or ends does not answer
                throw e;
            }
        }
    }

    /** Sends a mark if the total work has increased. */
    private void tell(double done) throws ProblemException {
        if (done > told) {
            told = done;
            lastRise = System.nanoTime();
            run.records(done);
        }
    }

    /**
     * Returns whether its start is answered, or its command has ended.
     *
     * @throws ProblemException if it can't be started
     */
    boolean hasStarted() throws ProblemException {
        if (!start.isDone()) {
            return false;
        }
        try {
            return start.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ProblemException problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Waits until the next check, or until the start is answered. */
    private void pause() {
        if (start.isDone()) {
            cancel.pause(LOOK);
            return;
        }
        cancel.throwIfCancelled();
        try {
            start.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            return; // the next check shows it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private Problem late() {
        return new Problem(
                Problem.Kind.TIMED_OUT,
                "A job of the experiment did not end",
                "%s: no end detected in %d s. %s"
                        .formatted(work.start(), work.timeout().toSeconds(), whyNot)
                        .strip(),
                "Check whether the job still runs; timeout allows more time, end is the condition"
                        + " that detects its end.");
    }
}
