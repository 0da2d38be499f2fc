/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits how many requests of a kind run at once. Thread-safe. */
public final class RequestSlots {
    /**
     * Time to wait for a slot: a caller may send the next request before the slot of its answered
     * one is released.
     */
    private static final long PATIENCE_MILLIS = 500;

    private final Semaphore free;

    public RequestSlots(int number) {
        free = new Semaphore(number);
    }

    /** Returns whether a slot was free or became free within half a second. */
    public boolean acquire() {
        try {
            return free.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public void release() {
        free.release();
    }
}
