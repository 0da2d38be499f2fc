/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.FileStatus;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Follows the GC log of one target. Each reading parses the lines added since the previous one, up
 * to {@value #MOST_ADDED_BYTES} bytes (the first reading: {@value #MOST_BYTES}), and the rest of a
 * rotated file. Skips to the end if more was added.
 *
 * <p>Not thread-safe.
 */
public final class GcLogTailer {
    /** The options that a target needs, for logs of up to 10 MiB. */
    public static final String OPTIONS =
            "-Xlog:gc*:file=/tmp/gc.log::filecount=2,filesize=5m (JDK 8: -Xloggc:/tmp/gc.log"
                    + " -XX:+UseGCLogFileRotation -XX:NumberOfGCLogFiles=2 -XX:GCLogFileSize=5m)";

    /** The message of a reading without a log. */
    static final String NO_LOG =
            "the target writes no GC log to a file; "
                    + OPTIONS
                    + " in its options adds pauses and counts of collections";

    private static final int CHUNK_BYTES = 256 * 1024;
    private static final int MOST_BYTES = 32 * 1024 * 1024;
    private static final int MOST_ADDED_BYTES = 4 * 1024 * 1024;

    private final TargetJvm jvm;
    private final Optional<GcLogOption> option;
    private final GcLogPauseTally parser = new GcLogPauseTally();
    private final LineSplitter lines = new LineSplitter(parser::line);
    private @Nullable Path path;
    private long inode = -1;
    private long offset;
    private boolean isWhole = true;
    private int mostBytes = MOST_BYTES;

    public GcLogTailer(TargetJvm jvm) {
        this.jvm = jvm;
        this.option = GcLogOption.of(jvm.flags());
    }

    /**
     * Continues reading; Missing with the reason if that fails.
     *
     * @param procFs with the rights to the target's files
     */
    public Reading<GcLogPauseTotals> read(ProcFs procFs) {
        if (option.isEmpty()) {
            return Reading.missing(NO_LOG);
        }
        try {
            Path file = locate(procFs, option.get());
            boolean isRead = follow(procFs, file);
            return isRead
                    ? Reading.of(parser.figures(isWhole && parser.isFromStart()))
                    : Reading.missing("the GC log is still being read");
        } catch (IOException | InvalidPathException e) {
            path = null;
            return unreadable(e);
        }
    }

    /** Finds the file's path in the target; Missing with the reason if there is none. */
    public Reading<String> file(ProcFs procFs) {
        if (option.isEmpty()) {
            return Reading.missing(NO_LOG);
        }
        try {
            FileStatus status = procFs.files().status(locate(procFs, option.get()));
            return status.isRegular()
                    ? Reading.of(option.get().path())
                    : Reading.missing(option.get().path() + " is not a regular file");
        } catch (IOException | InvalidPathException e) {
            path = null;
            return unreadable(e);
        }
    }

    private <T> Reading<T> unreadable(Exception e) {
        return Reading.missing(
                "the GC log %s can't be read: %s"
                        .formatted(option.orElseThrow().path(), IoReason.of(e)));
    }

    private Path locate(ProcFs procFs, GcLogOption log) throws IOException {
        Path known = path;
        if (known != null && !log.isNumbered()) {
            return known;
        }
        Path found = GcLogName.locate(jvm, procFs, log);
        path = found;
        return found;
    }

    /** Reads the file; returns whether it was read to its end. */
    private boolean follow(ProcFs procFs, Path file) throws IOException {
        FileStatus status = procFs.files().status(file);
        if (!status.isRegular()) {
            throw new IOException("it is not a regular file");
        }
        if (inode < 0) {
            begin(file, status.inode());
        } else if (status.inode() != inode) {
            rotated(procFs, file, status);
        } else if (status.bytes() < offset) {
            restart(); // truncated
        }
        if (status.bytes() - offset > mostBytes) {
            offset = status.bytes() - 1; // a possible end of a line
            isWhole = false;
            lines.skipLine();
        }
        boolean isRead = readOn(procFs, file);
        mostBytes = MOST_ADDED_BYTES;
        return isRead;
    }

    private void begin(Path file, long itsInode) {
        inode = itsInode;
        isWhole = !file.toString().endsWith(".current") || file.toString().endsWith(".0.current");
    }

    private void rotated(ProcFs procFs, Path file, FileStatus status) throws IOException {
        Optional<Path> before = GcLogName.withInode(procFs.files(), file, inode);
        if (before.isEmpty() || !readOn(procFs, before.get())) {
            isWhole = false;
        }
        boolean wasWhole = isWhole;
        restart();
        isWhole = wasWhole;
        inode = status.inode();
    }

    private void restart() {
        offset = 0;
        isWhole = false;
        lines.reset();
    }

    private boolean readOn(ProcFs procFs, Path file) throws IOException {
        for (int done = 0; done <= mostBytes; done += CHUNK_BYTES) {
            byte[] bytes = procFs.files().read(file, offset, CHUNK_BYTES);
            lines.take(bytes);
            offset += bytes.length;
            if (bytes.length < CHUNK_BYTES) {
                return true;
            }
        }
        return false;
    }
}
