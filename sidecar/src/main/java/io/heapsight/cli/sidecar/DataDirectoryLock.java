/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ensures that only one sidecar uses a data directory. At its start, a sidecar deletes unfinished
 * files, which could belong to another running sidecar. The kernel releases the lock on the file
 * {@code lock} when the process ends.
 */
public final class DataDirectoryLock implements AutoCloseable {
    private static final int MOST_BYTES = 1_024;

    private final @Nullable FileChannel channel;

    private DataDirectoryLock(@Nullable FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks the directory. Does nothing if it is not writable.
     *
     * @throws ProblemException if another sidecar holds it
     */
    public static DataDirectoryLock take(Path directory, EventLog log) throws ProblemException {
        FileChannel channel;
        try {
            channel = open(directory);
        } catch (IOException _) {
            return new DataDirectoryLock(null);
        }
        boolean done = false;
        try {
            if (!isLocked(channel)) {
                throw new ProblemException(held(directory, read(channel)));
            }
            channel.truncate(0).write(StandardCharsets.UTF_8.encode(self()), 0);
            done = true;
            return new DataDirectoryLock(channel);
        } catch (IOException e) {
            log.warn(
                    "the data directory can't be locked against another sidecar",
                    EventLog.field("reason", IoReason.of(e)));
            return new DataDirectoryLock(null);
        } finally {
            if (!done) {
                close(channel);
            }
        }
    }

    private static FileChannel open(Path directory) throws IOException {
        DurableFiles.createFolder(directory);
        return FileChannel.open(
                directory.resolve("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    /** Describes the process; in a pod, the host's name is the pod's. */
    private static String self() throws IOException {
        return "process %d of %s, since %s"
                .formatted(
                        ProcessHandle.current().pid(),
                        hostName(),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    private static String hostName() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        channel.read(bytes, 0);
        return VisibleText.of(StandardCharsets.UTF_8.decode(bytes.flip()).toString());
    }

    private static Problem held(Path directory, String by) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "Another sidecar uses the data directory",
                directory
                        + " is held by "
                        + (by.isEmpty() ? "another sidecar that is starting" : by),
                "give each sidecar a volume of its own, or another HEAPSIGHT_DATA_DIR");
    }

    @Override
    public void close() {
        close(channel);
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
            return; // the folder is read-only now; closing the channel removed the lock
        }
    }
}
