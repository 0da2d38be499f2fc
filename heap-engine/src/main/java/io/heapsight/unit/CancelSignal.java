/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A flag by which another thread cancels long work; never reset. */
public final class CancelSignal {
    private final CountDownLatch wanted = new CountDownLatch(1);

    public void cancel() {
        wanted.countDown();
    }

    public boolean isCancelled() {
        return wanted.getCount() == 0;
    }

    /**
     * Ends the work if it has been cancelled.
     *
     * @throws CancellationException if {@link #cancel} was called
     */
    public void throwIfCancelled() {
        if (isCancelled()) {
            throw new CancellationException("cancelled");
        }
    }

    /**
     * Waits until the time is over or the work is cancelled.
     *
     * @throws CancellationException if it is cancelled or the thread is interrupted
     */
    public void pause(Duration duration) {
        try {
            if (wanted.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new CancellationException("cancelled");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
