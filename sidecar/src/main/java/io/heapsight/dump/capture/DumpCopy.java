/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.proc.FileStatus;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Brings a dump from one file into another that only its owner can read. */
final class DumpCopy {
    /** The sidecar's Java heap is small. */
    private static final int CHUNK_BYTES = 256 * 1024;

    private DumpCopy() {}

    /**
     * Out of the target's file system. What lies there may be anything: no more is read than its
     * size was at first.
     *
     * @param ceiling a larger file is refused, before a byte of it is read
     * @param timeout from now
     */
    static void copy(
            SegmentedDumpFile source,
            Path to,
            DumpSizeLimit ceiling,
            Duration timeout,
            Progress progress,
            CancelSignal cancel)
            throws IOException {
        long size = requireDump(source, ceiling);
        long until = System.nanoTime() + timeout.toNanos();
        try (OutputStream out = create(to)) {
            for (long at = 0; at < size; ) {
                cancel.throwIfCancelled();
                if (System.nanoTime() - until >= 0) {
                    throw new IOException(
                            "copying %s out of the target took longer than %d s: %s of %s came"
                                    .formatted(
                                            source.file(),
                                            timeout.toSeconds(),
                                            new ByteSize(at),
                                            new ByteSize(size)));
                }
                int wanted = (int) Math.min(CHUNK_BYTES, size - at);
                byte[] chunk = source.files().read(source.file(), at, wanted);
                if (chunk.length == 0) {
                    throw new IOException(source.file() + " became shorter at byte " + at);
                }
                out.write(chunk);
                at += chunk.length;
                progress.at("copying", at, size);
            }
        }
    }

    /**
     * The size of what can be a dump. What is no file is not opened: a FIFO would never answer, a
     * link leads elsewhere. A file of holes takes no room, and hours to read.
     *
     * @param ceiling a larger file is refused, before a byte of it is read
     */
    static long requireDump(SegmentedDumpFile source, DumpSizeLimit ceiling) throws IOException {
        FileStatus status = source.files().status(source.file());
        if (!status.isRegular()) {
            throw new IOException(source.file() + " is not a regular file");
        }
        long size = status.bytes();
        if (size > ceiling.bytes()) {
            throw new IOException(
                    "%s has %s: %s".formatted(source.file(), new ByteSize(size), ceiling.reason()));
        }
        return size;
    }

    /** As gzip, fast rather than small: what {@code -gz=1} does. */
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
