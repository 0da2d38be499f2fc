/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A running sidecar: its parts, which stop in the reverse order of their start. */
public final class Sidecar implements AutoCloseable {
    private final int port;
    private final CountDownLatch idle;
    private final List<Runnable> stops;
    private final AtomicBoolean closed = new AtomicBoolean();

    Sidecar(int port, CountDownLatch idle, List<Runnable> stops) {
        this.port = port;
        this.idle = idle;
        this.stops = new ArrayList<>(stops);
    }

    /** Returns its port. */
    public int port() {
        return port;
    }

    /** Waits for the configured idle time without connections. */
    public void awaitIdle() throws InterruptedException {
        idle.await();
    }

    /** Stops all parts, in the reverse order of their start, even if one fails to stop. */
    static void stopAll(List<Runnable> stops) {
        @Nullable RuntimeException failure = null;
        for (Runnable stop : stops.reversed()) {
            try {
                stop.run();
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            stopAll(stops);
        }
    }
}
