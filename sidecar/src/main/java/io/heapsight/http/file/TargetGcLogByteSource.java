/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.gclog.TargetGcLog;
import io.heapsight.http.route.ByteSource;
import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The GC log that a target writes itself, read from the target's file system. */
public record TargetGcLogByteSource(TargetGcLog log, FileAccess files) implements ByteSource {
    /** Maximum size; the oldest lines beyond it are skipped. */
    public static final long MOST_BYTES = 64L << 20;

    @Override
    public void writeTo(Sink sink) throws IOException {
        log.copy(files, MOST_BYTES, bytes -> sink.write(ByteBuffer.wrap(bytes)));
    }

    @Override
    public void close() {
        // each read opens and closes the file
    }
}
