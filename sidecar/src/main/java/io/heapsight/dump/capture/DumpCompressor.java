/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses a dump into another file that only its owner can read. */
final class DumpCompressor {
    /** Small, because the sidecar's Java heap is small. */
    private static final int CHUNK_BYTES = 256 * 1024;

    private DumpCompressor() {}

    /** Gzip, optimised for speed: the level of {@code -gz=1}. */
    static void compress(Path source, Path to, Progress progress, CancelSignal cancel)
            throws IOException {
        long total = Files.size(source);
        byte[] chunk = new byte[CHUNK_BYTES];
        long done = 0;
        try (InputStream in = Files.newInputStream(source);
                OutputStream out = new FastGzip(create(to))) {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                cancel.throwIfCancelled();
                out.write(chunk, 0, n);
                done += n;
                progress.at("compressing", done, total);
            }
        }
    }

    private static OutputStream create(Path file) throws IOException {
        return Channels.newOutputStream(DurableFiles.create(file));
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, CHUNK_BYTES);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
