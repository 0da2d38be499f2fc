/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.Optional;

/**
 * The time by which work must end, and its cancellation.
 *
 * @param atNanos in terms of {@link System#nanoTime}
 * @param whole the time limit, for the message
 */
public record Deadline(long atNanos, Duration whole, CancelSignal cancel) {
    /** From now on. */
    public static Deadline after(Duration whole, CancelSignal cancel) {
        return new Deadline(System.nanoTime() + whole.toNanos(), whole, cancel);
    }

    /** A later one. */
    Deadline plus(Duration more) {
        return new Deadline(atNanos + more.toNanos(), whole, cancel);
    }

    public long nanosLeft() {
        return Math.max(0, atNanos - System.nanoTime());
    }

    /** Why the work must end now, if it must. */
    public Optional<AttachFailure> reached(String phase) {
        if (cancel.isCancelled()) {
            return Optional.of(new AttachFailure.Cancelled(phase));
        }
        return nanosLeft() == 0
                ? Optional.of(new AttachFailure.TimedOut(whole, phase))
                : Optional.empty();
    }

    /** Ends the work when it must end. */
    public void check(String phase) throws AttachException {
        Optional<AttachFailure> failure = reached(phase);
        if (failure.isPresent()) {
            throw new AttachException(failure.get());
        }
    }

    /** Lets a moment pass, shorter when the time is up before. */
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
