/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets children of one kind run one at a time: each may take what is free for them. */
public final class ChildTurn {
    private static final int LOOK_EVERY_MILLIS = 100;

    private final Semaphore turn = new Semaphore(1, true);

    /**
     * Waits until none runs.
     *
     * @param waiting is told where another one runs
     * @throws CancellationException when it is not wanted any more
     */
    public void await(Runnable waiting, CancelSignal cancel) {
        try {
            if (turn.tryAcquire()) {
                return;
            }
            waiting.run();
            while (!turn.tryAcquire(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                cancel.throwIfCancelled();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /**
     * Waits until none runs, but not long.
     *
     * @return whether it is this one's turn
     * @throws CancellationException when the thread was interrupted
     */
    public boolean await(Duration most) {
        try {
            return turn.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /** Lets the next one run. */
    public void end() {
        turn.release();
    }
}
