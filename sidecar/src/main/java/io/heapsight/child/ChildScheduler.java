/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.unit.CancelSignal;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Lets children of one kind run one at a time, each with all available memory. A restartable child
 * is stopped for one with priority. Thread-safe.
 */
public final class ChildScheduler {
    private static final int LOOK_EVERY_MILLIS = 100;

    private boolean taken;
    private int waitingFirst;
    private Runnable givingWay = () -> {};

    /**
     * Waits until no other child is running and none with priority is waiting.
     *
     * @param waiting called if it must wait
     * @throws CancellationException if cancelled
     */
    public synchronized void await(Runnable waiting, CancelSignal cancel) {
        if (!isFree()) {
            waiting.run();
        }
        until(this::isFree, cancel);
        taken = true;
    }

    /**
     * Waits with priority: stops the running child, if that child has registered a stop action.
     *
     * @param amongThem waits for its turn among children with priority
     * @throws CancellationException if cancelled
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
     * Waits for a limited time until no child is running.
     *
     * @return whether it is the caller's turn
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
     * Registers the action that stops the current child in favour of one with priority. Runs it at
     * once if one is waiting.
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

    /** Lets the next child run. */
    public synchronized void end() {
        taken = false;
        givingWay = () -> {};
        notifyAll();
    }
}
