/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcLogPauseTotals;
import io.heapsight.gclog.GcLogTailer;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.Reading;
import java.util.concurrent.Executor;

/**
 * Reads the GC log of one target outside the sampler's thread, because the file system may hang.
 * Only one reading runs at a time.
 */
final class GcLogPoller {
    private final TargetConnection connection;
    private final GcLogTailer reader;
    private final SingleTaskRunner reading;
    private volatile Reading<GcLogPauseTotals> last =
            Reading.missing("the GC log has not been read yet");

    GcLogPoller(TargetConnection connection, Executor executor) {
        this.connection = connection;
        this.reader = new GcLogTailer(connection.jvm());
        this.reading = new SingleTaskRunner(executor);
    }

    /** Continues to read, unless a reading is still running. */
    void poll() {
        reading.begin(() -> last = reader.read(connection.procFs()));
    }

    /** The figures of the last reading, or the reason for their absence. */
    Reading<GcLogPauseTotals> figures() {
        return last;
    }
}
