/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.job.Job;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Uploads evidence, one at a time, and retries after temporary failures. Thread-safe. */
final class UploadAttempts {
    private static final int LONGER = 4;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final UploadSettings settings;
    private final PendingUploads pending;
    private final UploadQueue turn = new UploadQueue();
    private volatile boolean closing;

    UploadAttempts(UploadSettings settings, PendingUploads pending) {
        this.settings = settings;
        this.pending = pending;
    }

    /**
     * Prepares for the exit of the sidecar: stops retries, and interrupts a running upload of a
     * heap dump in favour of small files.
     */
    void close() {
        closing = true;
        turn.hurry();
    }

    boolean isClosing() {
        return closing;
    }

    /**
     * Uploads evidence when its turn comes.
     *
     * @throws CancellationException if the job was cancelled, or the sidecar ends before a retry
     */
    UploadSettings.Sent send(UploadSettings.Sending sending, Evidence evidence, Job job)
            throws ProblemException {
        Duration pause = settings.patience().firstPause();
        for (int attempt = 1; ; attempt++) {
            try {
                return whenItIsItsTurn(sending, evidence, job);
            } catch (ProblemException e) {
                boolean mayPass =
                        switch (e.problem().kind()) {
                            // A killed child is not a refusal of the store.
                            case UNAVAILABLE, TIMED_OUT, INTERNAL -> true;
                            default -> false;
                        };
                if (!mayPass || attempt == settings.patience().attempts()) {
                    throw attempt == 1 ? e : StoreProblem.after(attempt, e);
                }
                job.queued(true);
                job.at("waiting to try again: " + IoReason.of(e), 0, 0);
                pause(pause, job);
                pause = pause.multipliedBy(LONGER);
            }
        }
    }

    /** Waits before a retry; throws if the sidecar exits, because no time is left to retry. */
    private void pause(Duration pause, Job job) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < pause.toNanos()) {
            if (closing) {
                throw new CancellationException("the sidecar ends");
            }
            job.cancel().pause(pause.compareTo(LOOK_AGAIN) < 0 ? pause : LOOK_AGAIN);
        }
    }

    private UploadSettings.Sent whenItIsItsTurn(
            UploadSettings.Sending sending, Evidence evidence, Job job) throws ProblemException {
        Evidence known = pending.asItIs(evidence);
        AtomicBoolean itsTurn = new AtomicBoolean();
        AtomicReference<UploadSettings.Sent> sent =
                new AtomicReference<>(UploadSettings.Sent.NOTHING);
        try {
            settings.before()
                    .run(
                            job,
                            () -> {
                                turn.await(
                                        evidence.kind(),
                                        () -> {
                                            job.queued(true);
                                            job.at("waiting for another upload to end", 0, 0);
                                        },
                                        job.cancel());
                                itsTurn.set(true);
                            },
                            it -> {
                                it.queued(false);
                                sent.set(sending.send(known, pending.file(evidence), it));
                            });
        } finally {
            if (itsTurn.get()) {
                turn.end();
            }
        }
        return sent.get();
    }
}
