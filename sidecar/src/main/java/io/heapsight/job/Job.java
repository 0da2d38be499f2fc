/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.operation.Pause;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.SteadyClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A running job, as its work sees it: receives the progress and signals a cancellation. */
public final class Job {
    /** Below this share, progress is too small to estimate the rest. */
    private static final double LEAST_FOR_ETA = 0.02;

    private final String id;
    private final JobKind kind;
    private final String subject;
    private final String caller;
    private final long startedNanos;
    private final SteadyClock clock;
    private final Consumer<Job> onAccepted;
    private final Consumer<Job> onResult;
    private final CancelSignal cancel = new CancelSignal();
    private JobState state = JobState.RUNNING;
    private String phase = "starting";
    private double progress;
    private double from;
    private double to = 1;
    private @Nullable Instant endedAt;
    private @Nullable String result;
    private @Nullable Problem problem;
    private final List<SkippedPart> skipped = new ArrayList<>();
    private Pause pause = Pause.NONE;
    private @Nullable Supplier<OptionalLong> secondsLeft;

    /** The request for a job. */
    record Order(String id, JobKind kind, String subject, String caller) {}

    /**
     * @param onAccepted runs when its work is accepted, {@code onResult} for each result
     */
    Job(Order order, SteadyClock clock, Consumer<Job> onAccepted, Consumer<Job> onResult) {
        this.id = order.id();
        this.kind = order.kind();
        this.subject = order.subject();
        this.caller = order.caller();
        this.clock = clock;
        this.startedNanos = clock.nanoTime();
        this.onAccepted = onAccepted;
        this.onResult = onResult;
    }

    public String id() {
        return id;
    }

    /** Set if the job was cancelled. */
    public CancelSignal cancel() {
        return cancel;
    }

    /** Accepts the work: later failures belong to the job, not to its caller. */
    public void accepted() {
        onAccepted.accept(this);
    }

    /** Maps further progress to a part of the job, from one share to another. */
    public synchronized void part(double fromShare, double toShare) {
        secondsLeft = null;
        from = fromShare;
        to = toShare;
        progress = Math.max(progress, fromShare);
    }

    /**
     * Reports the progress of the current part.
     *
     * @param total 0 if unknown
     */
    public synchronized void at(String words, long done, long total) {
        phase = words;
        if (total > 0) {
            double share = Math.clamp((double) done / total, 0.0, 1.0);
            progress = Math.max(progress, from + share * (to - from));
        }
    }

    /**
     * Sets the estimate of the job's remaining seconds, until the current part ends. Otherwise, the
     * estimate follows from the progress and the elapsed time.
     */
    public synchronized void estimate(Supplier<OptionalLong> left) {
        secondsLeft = left;
    }

    /** Sets whether the job waits for its turn. */
    public synchronized void queued(boolean waits) {
        state = waits ? JobState.QUEUED : JobState.RUNNING;
    }

    /** Records a result, which remains even if the rest fails. */
    public void result(String path) {
        synchronized (this) {
            result = path;
        }
        onResult.accept(this);
    }

    /** Records that a part was skipped; the rest continues. */
    public synchronized void skip(SkippedPart part) {
        skipped.add(part);
    }

    /** Records the expected or measured pause of its target. */
    public synchronized void pause(Pause known) {
        pause = known;
    }

    synchronized void end(JobState ended, Optional<Problem> why) {
        state = ended;
        problem = why.orElse(null);
        endedAt = clock.instant();
        if (ended == JobState.DONE) {
            progress = 1;
        }
    }

    /** Returns the current state. */
    public synchronized JobSnapshot record() {
        return new JobSnapshot(
                id,
                kind,
                subject,
                caller,
                state,
                progress,
                phase,
                eta(),
                clock.at(startedNanos),
                Optional.ofNullable(endedAt),
                Optional.ofNullable(result),
                Optional.ofNullable(problem),
                skipped,
                pause);
    }

    private OptionalLong eta() {
        if (state.isFinal()) {
            return OptionalLong.empty();
        }
        if (secondsLeft != null) {
            return secondsLeft.get();
        }
        if (progress < LEAST_FOR_ETA) {
            return OptionalLong.empty();
        }
        double took = clock.since(startedNanos).toMillis() / 1e3;
        return OptionalLong.of(Math.max(0, Math.round(took * (1 - progress) / progress)));
    }
}
