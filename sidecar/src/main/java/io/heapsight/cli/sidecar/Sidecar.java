/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A sidecar that runs: its parts, ended in the reverse order of their start. */
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

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Waits until nobody has asked for anything for as long as the configuration says. */
    public void awaitIdle() throws InterruptedException {
        idle.await();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            stops.reversed().forEach(Runnable::run);
        }
    }
}
