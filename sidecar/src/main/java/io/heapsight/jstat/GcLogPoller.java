/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcLogFigures;
import io.heapsight.gclog.GcLogReader;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.Reading;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads the GC log of one target away from the sampler's thread, since its file system may hang:
 * never twice at once.
 */
final class GcLogPoller {
    private final TargetConnection connection;
    private final Executor executor;
    private final GcLogReader reader;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile Reading<GcLogFigures> last = Reading.missing("the GC log was not read yet");

    GcLogPoller(TargetConnection connection, Executor executor) {
        this.connection = connection;
        this.executor = executor;
        this.reader = new GcLogReader(connection.jvm());
    }

    /** Reads on, unless a reading still runs. */
    void poll() {
        if (!running.compareAndSet(false, true)) {
            return;
        }
        boolean begun = false;
        try {
            executor.execute(
                    () -> {
                        try {
                            last = reader.read(connection.procFs());
                        } finally {
                            running.set(false);
                        }
                    });
            begun = true;
        } finally {
            if (!begun) {
                running.set(false); // memory lacks for a thread
            }
        }
    }

    /** The figures by the last reading, or why there are none. */
    Reading<GcLogFigures> figures() {
        return last;
    }
}
