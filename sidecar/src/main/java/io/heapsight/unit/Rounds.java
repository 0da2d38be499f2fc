/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Does the same again and again, on a thread of its own, until it is closed; the pause lies between
 * two rounds. A round that fails is logged, and the next one comes.
 */
public final class Rounds implements AutoCloseable {
    private final Runnable round;
    private final String failed;
    private final EventLog log;
    private final CancelSignal cancel = new CancelSignal();
    private final ScheduledExecutorService thread;

    /**
     * Rounds that have not begun.
     *
     * @param failed what is logged of a round that fails: "triggers failed"
     */
    public Rounds(Thread.Builder thread, Runnable round, String failed, EventLog log) {
        this.round = round;
        this.failed = failed;
        this.log = log;
        this.thread = Executors.newSingleThreadScheduledExecutor(thread.factory());
    }

    /** Begins, after a pause. */
    public void start(Duration pause) {
        start(pause, pause);
    }

    /**
     * Begins.
     *
     * @param first before the first round
     */
    public void start(Duration first, Duration pause) {
        var _ =
                thread.scheduleWithFixedDelay(
                        this::once, first.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Set when they are closed: for what a round waits for. */
    public CancelSignal cancel() {
        return cancel;
    }

    @Override
    public void close() {
        cancel.cancel();
        thread.shutdownNow();
    }

    private void once() {
        try {
            round.run();
        } catch (RuntimeException | OutOfMemoryError e) {
            log.error(failed, e);
        }
    }
}
