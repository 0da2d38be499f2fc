/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcLogFigures;
import io.heapsight.gclog.GcLogReader;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.Reading;
import java.util.concurrent.Executor;

/**
 * Reads the GC log of one target away from the sampler's thread, since its file system may hang:
 * never twice at once.
 */
final class GcLogPoller {
    private final TargetConnection connection;
    private final GcLogReader reader;
    private final SingleTask reading;
    private volatile Reading<GcLogFigures> last =
            Reading.missing("the GC log has not been read yet");

    GcLogPoller(TargetConnection connection, Executor executor) {
        this.connection = connection;
        this.reader = new GcLogReader(connection.jvm());
        this.reading = new SingleTask(executor);
    }

    /** Reads on, unless a reading still runs. */
    void poll() {
        reading.begin(() -> last = reader.read(connection.procFs()));
    }

    /** The figures by the last reading, or why there are none. */
    Reading<GcLogFigures> figures() {
        return last;
    }
}
