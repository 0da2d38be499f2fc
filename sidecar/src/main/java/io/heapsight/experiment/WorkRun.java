/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** One job: starts it, tells its records, and waits for its end. Not thread-safe. */
final class WorkRun {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration MOST_QUESTION = Duration.ofSeconds(5);
    private static final long RECORDS_NANOS = Duration.ofSeconds(1).toNanos();

    /** Told the records that were worked on since its start. */
    interface Marks {
        void records(double done) throws ProblemException;
    }

    private final Work work;
    private final CancelSignal cancel;
    private final Marks marks;
    private final FutureTask<Boolean> start;
    private final Optional<RecordCount> count;
    private double before;
    private double told;
    private long lastRise;
    private long nextCount;
    private String whyNot = "";

    WorkRun(Work work, CancelSignal cancel, Marks marks) {
        this.work = work;
        this.cancel = cancel;
        this.marks = marks;
        start =
                new FutureTask<>(
                        () -> {
                            Steps.take(work.start(), work.timeout());
                            return true;
                        });
        count =
                work.records().orElse(null) instanceof Work.Records.Asked asked
                        ? Optional.of(new RecordCount(asked))
                        : Optional.empty();
    }

    /**
     * Does it.
     *
     * @return how long ago it ended
     * @throws ProblemException when it can't be started, or doesn't end in time
     */
    Duration run() throws ProblemException {
        before = count.isPresent() ? count.get().now() : 0;
        long began = System.nanoTime();
        lastRise = began;
        nextCount = began + RECORDS_NANOS;
        Thread starter = Thread.ofVirtual().start(start);
        try {
            while (!hasEnded()) {
                cancel.pause(LOOK);
                if (System.nanoTime() - began > work.timeout().toNanos()) {
                    throw new ProblemException(late());
                }
            }
        } finally {
            starter.interrupt(); // a request or a command that nobody waits for any more
        }
        Duration ago =
                work.end() instanceof Work.End.Still
                        ? Duration.ofNanos(System.nanoTime() - lastRise)
                        : Duration.ZERO;
        if (count.isPresent()) {
            tell(count.get().now() - before);
        } else if (work.records().orElse(null) instanceof Work.Records.Known(int number)) {
            tell(number);
        }
        return ago;
    }

    private boolean hasEnded() throws ProblemException {
        if (count.isPresent() && System.nanoTime() >= nextCount) {
            tell(count.get().now() - before);
            nextCount = System.nanoTime() + RECORDS_NANOS;
        }
        if (!isStarted()) {
            return false;
        }
        return switch (work.end()) {
            case Work.End.Started _ -> true;
            case Work.End.Seen(Condition condition) -> {
                Optional<String> reason = condition.whyNot(MOST_QUESTION);
                whyNot = reason.orElse("");
                yield reason.isEmpty();
            }
            case Work.End.Still(Duration length) ->
                    System.nanoTime() - lastRise >= length.toNanos();
        };
    }

    /** Marks are work done: they never fall, and are told when they rise. */
    private void tell(double done) throws ProblemException {
        if (done > told) {
            told = done;
            lastRise = System.nanoTime();
            marks.records(done);
        }
    }

    private boolean isStarted() throws ProblemException {
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

    private Problem late() {
        return new Problem(
                Problem.Kind.TIMED_OUT,
                "A job of the experiment doesn't end",
                "%s: no end seen in %d s. %s"
                        .formatted(work.start(), work.timeout().toSeconds(), whyNot)
                        .strip(),
                "Look whether it still runs; timeout gives it longer, end says how its end is seen.");
    }
}
