/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.proc.FileAccess;
import io.heapsight.proc.FileStatus;
import io.heapsight.proc.LocalFiles;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Copies a file out of a target's file system. The target may have replaced the file with anything.
 */
public final class FileTransfer {
    /** Small, because the sidecar's Java heap is small. */
    private static final int CHUNK_BYTES = 256 * 1024;

    private FileTransfer() {}

    /**
     * Copies a file into one that only its owner can read. Reads at most its initial size. Ends
     * with an error before other programs and the copy together fill the disk.
     *
     * @param ceiling a larger file is refused before it is read
     * @param timeout from now
     */
    public static void copy(
            TargetFile source,
            Path to,
            TransferLimit ceiling,
            Duration timeout,
            Progress progress,
            CancelSignal cancel)
            throws IOException {
        FileAccess files = source.files();
        Path file = source.file();
        long size = requireFile(files, file, ceiling);
        long until = System.nanoTime() + timeout.toNanos();
        Path folder = to.toAbsolutePath().resolveSibling("");
        LocalFiles local = new LocalFiles();
        long leastFree = TransferLimit.reservedBytes(local.usableBytes(folder));
        try (OutputStream out = Channels.newOutputStream(DurableFiles.create(to))) {
            for (long at = 0; at < size; ) {
                cancel.throwIfCancelled();
                if (System.nanoTime() - until >= 0) {
                    throw new IOException(
                            "copying %s out of the target took longer than %d s: %s of %s were copied"
                                    .formatted(
                                            file,
                                            timeout.toSeconds(),
                                            new ByteSize(at),
                                            new ByteSize(size)));
                }
                if (local.usableBytes(folder) < leastFree) {
                    throw new IOException(
                            "the disk of %s is nearly full after %s of %s; others write, too"
                                    .formatted(folder, new ByteSize(at), new ByteSize(size)));
                }
                int wanted = (int) Math.min(CHUNK_BYTES, size - at);
                byte[] chunk = files.read(file, at, wanted);
                if (chunk.length == 0) {
                    throw new IOException(file + " became shorter at byte " + at);
                }
                out.write(chunk);
                at += chunk.length;
                progress.at("copying", at, size);
            }
        }
    }

    /**
     * Checks the file and returns its size. Opens only regular files: a FIFO would block, and a
     * link leads elsewhere. A sparse file needs no space, but takes hours to read.
     *
     * @param ceiling a larger file is refused before it is read
     */
    public static long requireFile(FileAccess files, Path source, TransferLimit ceiling)
            throws IOException {
        FileStatus status = files.status(source);
        if (!status.isRegular()) {
            throw new IOException(source + " is not a regular file");
        }
        long size = status.bytes();
        if (size > ceiling.bytes()) {
            throw new IOException(
                    "%s has %s: %s".formatted(source, new ByteSize(size), ceiling.reason()));
        }
        return size;
    }
}
