/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.Optional;

/**
 * A deadline of work that can also be cancelled.
 *
 * @param atNanos time of {@link System#nanoTime}
 * @param whole the time limit, for the message
 */
public record Deadline(long atNanos, Duration whole, CancelSignal cancel) {
    /** Creates a deadline from now on. */
    public static Deadline after(Duration whole, CancelSignal cancel) {
        return new Deadline(System.nanoTime() + whole.toNanos(), whole, cancel);
    }

    /** Returns a later deadline. */
    Deadline plus(Duration more) {
        return new Deadline(atNanos + more.toNanos(), whole, cancel);
    }

    public long nanosLeft() {
        return Math.max(0, atNanos - System.nanoTime());
    }

    /** The reason if the work must end now. */
    public Optional<AttachFailure> reached(String phase) {
        if (cancel.isCancelled()) {
            return Optional.of(new AttachFailure.Cancelled(phase));
        }
        return nanosLeft() == 0
                ? Optional.of(new AttachFailure.TimedOut(whole, phase))
                : Optional.empty();
    }

    /** Throws if the work must end now. */
    public void check(String phase) throws AttachException {
        Optional<AttachFailure> failure = reached(phase);
        if (failure.isPresent()) {
            throw new AttachException(failure.get());
        }
    }

    /** Waits a moment, but at most until the deadline. */
    void pause(Duration moment, String phase) throws AttachException {
        check(phase);
        try {
            Thread.sleep(Duration.ofNanos(Math.min(moment.toNanos(), nanosLeft())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AttachException(new AttachFailure.Cancelled(phase), e);
        }
    }
}
