/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.job.JobSnapshot;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.profile.ProfileConverter;
import io.heapsight.profile.ProfileFrames;
import io.heapsight.profile.ProfileRecord;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.profile.ProfileServices;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Profiles one run on a separate thread, {@link #OFFSET} after the start of the run. Thread-safe.
 */
public final class RunProfiling {
    /**
     * Time from the start of a run to its profile: equal in all runs, and after most class loading.
     */
    public static final Duration OFFSET = Duration.ofSeconds(5);

    /** The minimum length of a run for a complete profile. */
    public static final Duration MARGIN = OFFSET.plusSeconds(5);

    private static final Duration MOST_READING = Duration.ofMinutes(1);
    static final String EARLY = "the run ended before its profile did";

    private final ProfileServices profiles;
    private final TargetConnection target;
    private final ProfileRequest request;
    private final String caller;
    private final CancelSignal cancel = new CancelSignal();
    private final Thread thread;
    private volatile boolean begun;
    private volatile long begunNanos;

    private RunProfiling(
            ProfileServices profiles,
            TargetConnection target,
            ProfileRequest request,
            String caller,
            Consumer<Reading<RunProfile>> then) {
        this.profiles = profiles;
        this.target = target;
        this.request = request;
        this.caller = caller;
        this.thread =
                Thread.ofVirtual().name("profile of a run").unstarted(() -> then.accept(outcome()));
    }

    /**
     * Waits for the start time.
     *
     * @param then receives the profile, or the reason why it is missing
     */
    static RunProfiling start(
            ProfileServices profiles,
            TargetConnection target,
            ProfileRequest request,
            String caller,
            Consumer<Reading<RunProfile>> then) {
        RunProfiling profiling = new RunProfiling(profiles, target, request, caller, then);
        profiling.thread.start();
        return profiling;
    }

    private Reading<RunProfile> outcome() {
        try {
            return take();
        } catch (ProblemException e) {
            return Reading.missing(e.problem().detail());
        } catch (CancellationException _) {
            return Reading.missing(EARLY);
        } catch (IOException e) {
            return Reading.missing("it can't be read: " + IoReason.of(e));
        }
    }

    private Reading<RunProfile> take() throws ProblemException, IOException {
        cancel.pause(OFFSET);
        AtomicReference<ProfileRecord> kept = new AtomicReference<>();
        JobSnapshot job = profiles.taker().take(target, request, caller, kept::set);
        begunNanos = System.nanoTime();
        begun = true;
        profiles.taker().jobs().await(job.id(), cancel);
        ProfileRecord taken = kept.get();
        if (!taken.whole()) {
            return Reading.missing("its recording became too large and was truncated");
        }
        try (InputStream in =
                new BufferedInputStream(
                        Files.newInputStream(
                                profiles.store().made(taken.id(), ProfileConverter.Form.FRAMES)))) {
            ProfileFrames frames = RunProfileReader.readFrames(in);
            return Reading.of(
                    new RunProfile(taken.startedAt(), taken.seconds(), taken.id(), frames));
        }
    }

    /** Cancels the profile. */
    void cancel() {
        cancel.cancel();
    }

    /** Ends with the run: cancels an incomplete profile, or waits until a complete one is read. */
    void end() {
        boolean over = begun && System.nanoTime() - begunNanos >= request.duration().toNanos();
        if (!over) {
            cancel.cancel();
        }
        try {
            if (!thread.join(MOST_READING)) {
                cancel.cancel();
                thread.join();
            }
        } catch (InterruptedException e) {
            cancel.cancel();
            Thread.currentThread().interrupt();
        }
    }
}
