/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.concurrent.CancellationException;

/** A flag that long work looks at, set from another thread; once set it stays set. */
public final class CancelSignal {
    private volatile boolean cancelled;

    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Ends the work when it has been cancelled.
     *
     * @throws CancellationException when {@link #cancel} was called
     */
    public void throwIfCancelled() {
        if (cancelled) {
            throw new CancellationException("cancelled");
        }
    }
}
