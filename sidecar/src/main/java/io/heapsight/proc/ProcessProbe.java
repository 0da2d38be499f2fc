/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads the kernel's figures about one process, cheaply enough for once a second. It keeps {@code
 * /proc/PID/stat} open: the descriptor belongs to this process and returns ESRCH after its end,
 * even if the pid is reused. Files opened by path are read first, so they count only if the process
 * still exists afterwards.
 *
 * <p>Not thread-safe.
 */
public final class ProcessProbe implements AutoCloseable {
    private static final int LINE_BYTES = 4096;

    private final Path fdDirectory;
    private final RandomAccessFile stat;
    private final @Nullable RandomAccessFile io;
    private final byte[] line = new byte[LINE_BYTES];
    private final double startEpochSeconds;
    private final long startTicks;
    private final long clockTicks;
    private final long pageBytes;
    private boolean gone;

    private ProcessProbe(ProcFs procFs, int pid) throws IOException {
        this.fdDirectory = procFs.of(pid).resolve("fd");
        this.clockTicks = procFs.clockTicks();
        this.pageBytes = procFs.pageBytes();
        this.stat = new RandomAccessFile(procFs.of(pid).resolve("stat").toFile(), "r");
        this.io = openIfAllowed(procFs.of(pid).resolve("io"));
        try {
            this.startTicks = readStat().startTicks();
            this.startEpochSeconds = procFs.bootEpochSeconds() + (double) startTicks / clockTicks;
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens the files that are read later.
     *
     * @throws IOException if there is no such process
     */
    public static ProcessProbe open(ProcFs procFs, int pid) throws IOException {
        return new ProcessProbe(procFs, pid);
    }

    /**
     * Reads all current figures; Missing if the process has ended, and in all later calls.
     *
     * @return never the figures of another process with the same pid
     */
    public Reading<ProcessFigures> read() {
        Reading<Long> fds = openFds();
        Reading<ProcessIo> output = output();
        if (gone) {
            return Reading.missing("the process is gone");
        }
        try {
            ProcessStat now = readStat();
            return Reading.of(
                    new ProcessFigures(
                            (double) now.cpuTicks() / clockTicks,
                            now.residentPages() * pageBytes,
                            startEpochSeconds,
                            now.threads(),
                            fds,
                            output.map(ProcessIo::bytes),
                            output.map(ProcessIo::syscalls)));
        } catch (IOException _) {
            gone = true;
            return Reading.missing("the process is gone");
        }
    }

    /** Whether the process still runs; a zombie does not. */
    public boolean alive() {
        if (gone) {
            return false;
        }
        try {
            readStat();
        } catch (IOException _) {
            gone = true;
        }
        return !gone;
    }

    /** Start time of the process, according to the clock when the probe was opened. */
    public Instant startedAt() {
        return Instant.ofEpochMilli((long) (1e3 * startEpochSeconds));
    }

    /** Start time of the process, in clock ticks since boot. */
    public long startTicks() {
        return startTicks;
    }

    @Override
    public void close() {
        gone = true;
        closeQuietly(stat);
        if (io != null) {
            closeQuietly(io);
        }
    }

    private ProcessStat readStat() throws IOException {
        stat.seek(0);
        int length = stat.read(line, 0, line.length);
        if (length <= 0) {
            throw new IOException("no such process");
        }
        ProcessStat parsed = ProcessStat.parse(line, length);
        if (parsed.hasEnded()) {
            throw new IOException("the process has ended");
        }
        return parsed;
    }

    /**
     * Number of open descriptors: the size of the directory since Linux 6.2; before, that size is
     * 0.
     */
    private Reading<Long> openFds() {
        try {
            long size = Files.size(fdDirectory);
            if (size > 0) {
                return Reading.of(size);
            }
            try (var entries = Files.newDirectoryStream(fdDirectory)) {
                long count = 0;
                for (Path _ : entries) {
                    count++;
                }
                return Reading.of(count);
            }
        } catch (NoSuchFileException _) {
            return Reading.missing("the process is gone");
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return Reading.missing(
                    "not readable with the sidecar's uid, gid and capabilities: " + IoReason.of(e));
        }
    }

    private Reading<ProcessIo> output() {
        if (io == null) {
            return Reading.missing(
                    "/proc/PID/io is not readable with the sidecar's uid, gid and capabilities");
        }
        try {
            io.seek(0);
            int length = io.read(line, 0, line.length);
            return Reading.of(ProcessIo.parse(line, Math.max(0, length)));
        } catch (IOException e) {
            return Reading.missing(
                    "/proc/PID/io is not readable with the sidecar's uid, gid and capabilities: "
                            + IoReason.of(e));
        }
    }

    private static @Nullable RandomAccessFile openIfAllowed(Path path) {
        try {
            return new RandomAccessFile(path.toFile(), "r");
        } catch (IOException _) {
            return null;
        }
    }

    private static void closeQuietly(RandomAccessFile file) {
        try {
            file.close();
        } catch (IOException _) {
            return; // nothing was written to it
        }
    }
}
