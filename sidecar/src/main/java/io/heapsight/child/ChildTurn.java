/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Lets children of one kind run one at a time, each with all available memory. A restartable one is
 * stopped for one with priority. Thread-safe.
 */
public final class ChildTurn {
    private static final int LOOK_EVERY_MILLIS = 100;

    private boolean taken;
    private int waitingFirst;
    private Runnable givingWay = () -> {};

    /**
     * Waits until no other child runs and none with priority waits.
     *
     * @param waiting called if it has to wait
     * @throws CancellationException if it was cancelled
     */
    public synchronized void await(Runnable waiting, CancelSignal cancel) {
        if (!isFree()) {
            waiting.run();
        }
        until(this::isFree, cancel);
        taken = true;
    }

    /**
     * The same, with priority: the running child is stopped, if it has registered how.
     *
     * @param amongThem waits for its turn among those with priority
     * @throws CancellationException if it was cancelled
     */
    public void awaitFirst(Runnable amongThem, CancelSignal cancel) {
        synchronized (this) {
            waitingFirst++;
            givingWay.run();
        }
        try {
            amongThem.run();
            take(cancel);
        } finally {
            synchronized (this) {
                waitingFirst--;
                notifyAll();
            }
        }
    }

    private synchronized void take(CancelSignal cancel) {
        until(() -> !taken, cancel);
        taken = true;
    }

    /**
     * Waits until none runs, but not long.
     *
     * @return whether it is this one's turn
     * @throws CancellationException if the thread was interrupted
     */
    public synchronized boolean await(Duration most) {
        long begun = System.nanoTime();
        until(() -> isFree() || System.nanoTime() - begun >= most.toNanos(), new CancelSignal());
        boolean free = isFree();
        taken |= free;
        return free;
    }

    /**
     * Registers how to stop the child whose turn it is for one with priority; called until its end,
     * and immediately if one waits already.
     */
    public synchronized void givesWay(Runnable how) {
        givingWay = how;
        if (waitingFirst > 0) {
            how.run();
        }
    }

    private boolean isFree() {
        return !taken && waitingFirst == 0;
    }

    private synchronized void until(BooleanSupplier free, CancelSignal cancel) {
        try {
            while (!free.getAsBoolean()) {
                wait(LOOK_EVERY_MILLIS);
                cancel.throwIfCancelled();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /** Lets the next one run. */
    public synchronized void end() {
        taken = false;
        givingWay = () -> {};
        notifyAll();
    }
}
