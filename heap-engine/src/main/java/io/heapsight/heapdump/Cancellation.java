/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import io.heapsight.unit.CancelSignal;

/**
 * Cancels work on a heap dump from another thread.
 *
 * <p>All methods that take or were given this object throw {@link
 * java.util.concurrent.CancellationException} soon after {@link #cancel}, usually within a second.
 * They leave no files behind. A cancellation is final: use a new object for new work.
 *
 * <pre>{@code
 * Cancellation cancellation = new Cancellation();
 * Runtime.getRuntime().addShutdownHook(new Thread(cancellation::cancel));
 * HeapDump.open(file, options.withCancellation(cancellation));
 * }</pre>
 *
 * <p>Safe for use by several threads.
 */
public final class Cancellation {
    private final CancelSignal signal = new CancelSignal();

    /** Creates an instance that is not cancelled. */
    public Cancellation() {}

    /** Cancels the work; does nothing if it is cancelled already. */
    public void cancel() {
        signal.cancel();
    }

    /** Returns whether {@link #cancel} was called. */
    public boolean isCancelled() {
        return signal.isCancelled();
    }

    CancelSignal signal() {
        return signal;
    }
}
