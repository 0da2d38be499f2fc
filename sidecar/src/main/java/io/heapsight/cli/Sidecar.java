/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A sidecar that runs: its parts, ended in the reverse order of their start. */
final class Sidecar implements AutoCloseable {
    private final int port;
    private final List<Runnable> stops;
    private final AtomicBoolean closed = new AtomicBoolean();

    Sidecar(int port, List<Runnable> stops) {
        this.port = port;
        this.stops = new ArrayList<>(stops);
    }

    /** Where it listens. */
    int port() {
        return port;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            stops.reversed().forEach(Runnable::run);
        }
    }
}
