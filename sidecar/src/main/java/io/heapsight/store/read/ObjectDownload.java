/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DiskHeadroom;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.OwnerOnlyAttributes;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Copies an object to a file in parallel ranges, and resumes each range after its last byte. All
 * ranges have one version; if the object changes, the copy fails. A {@link DownloadedRanges} beside
 * the file lets the next attempt continue.
 *
 * <p>If a service has no ranges or versions, each attempt starts at the first byte.
 */
public final class ObjectDownload {
    /**
     * Limits of a download.
     *
     * @param connections parallel ranges
     * @param rangeBytes of a range
     * @param attempts of a range without progress
     * @param firstPause between the first two; each following pause is twice as long
     * @param longestStall time without a byte after which a connection is closed
     */
    public record Limits(
            int connections,
            long rangeBytes,
            int attempts,
            Duration firstPause,
            Duration longestStall) {
        public static final Limits USUAL =
                new Limits(4, 8L << 20, 6, Duration.ofMillis(500), Duration.ofMinutes(1));
    }

    private final ObjectReader source;
    private final Limits limits;
    private final Progress progress;
    private final CancelSignal cancel;

    public ObjectDownload(
            ObjectReader source, Limits limits, Progress progress, CancelSignal cancel) {
        this.source = source;
        this.limits = limits;
        this.progress = progress;
        this.cancel = cancel;
    }

    /**
     * Copies an object, or its missing ranges.
     *
     * @param key of the object
     * @param where the object in messages
     * @param file the copy, which may exist from an earlier attempt
     * @throws StoreFailure from the store
     * @throws ProblemException from the disk
     * @throws CancellationException if it was cancelled; the received bytes stay in the file
     */
    public void copy(String key, String where, Path file) throws StoreFailure, ProblemException {
        try (FileChannel channel = open(file);
                FileLock _ = lock(channel, file)) {
            RangeResponse first = source.open(key, 0, limits.rangeBytes(), Optional.empty());
            if (first.isWhole() || first.version().isEmpty() || first.objectBytes().isEmpty()) {
                whole(key, where, file, channel, first);
            } else {
                ranges(key, where, file, channel, first);
            }
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private void ranges(
            String key, String where, Path file, FileChannel channel, RangeResponse first)
            throws IOException, ProblemException {
        DownloadedRanges fresh =
                DownloadedRanges.begin(
                        where,
                        first.version(),
                        first.objectBytes().getAsLong(),
                        limits.rangeBytes());
        DownloadedRanges state =
                DownloadedRanges.read(file)
                        .filter(fresh::isOf)
                        .filter(known -> holds(channel, known))
                        .orElse(fresh);
        if (state == fresh) {
            channel.truncate(0);
        }
        requireRoom(where, file, state.bytes() - state.bytesDone());
        RangeWorkers workers =
                new RangeWorkers(
                        new RangeWorkers.Job(source, key, where, channel, state, limits),
                        progress,
                        cancel);
        try {
            workers.run(first, () -> save(state, file, channel));
        } finally {
            save(state, file, channel);
        }
        if (channel.size() != state.bytes()) {
            throw ReadFailures.different(
                    where,
                    "%d bytes were announced, but %d arrived"
                            .formatted(state.bytes(), channel.size()));
        }
    }

    /** Returns whether the file is long enough for the ranges that it should contain. */
    private static boolean holds(FileChannel channel, DownloadedRanges state) {
        long end = 0;
        for (int range = 0; range < state.ranges(); range++) {
            end = state.isDone(range) ? state.end(range) : end;
        }
        try {
            return channel.size() >= end && channel.size() <= state.bytes();
        } catch (IOException _) {
            return false;
        }
    }

    /** Saves the state only when the bytes are on the disk. */
    private static void save(DownloadedRanges state, Path file, FileChannel channel)
            throws IOException {
        channel.force(false);
        state.save(file);
    }

    private void whole(
            String key, String where, Path file, FileChannel channel, RangeResponse first)
            throws IOException, ProblemException {
        Files.deleteIfExists(DownloadedRanges.beside(file));
        requireRoom(where, file, first.objectBytes().orElse(0));
        SequentialDownload object =
                new SequentialDownload(
                        new SequentialDownload.Origin(source, key, where),
                        channel,
                        limits,
                        progress,
                        cancel);
        object.copy(first, () -> requireRoom(where, file, 0));
        if (object.version().isEmpty()) {
            return;
        }
        // The next command compares the version with that of the stored copy.
        DownloadedRanges state =
                DownloadedRanges.begin(
                        where, object.version(), channel.size(), limits.rangeBytes());
        for (int range = 0; range < state.ranges(); range++) {
            state.done(range);
        }
        save(state, file, channel);
    }

    private static FileChannel open(Path file) throws IOException {
        Set<OpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, options, OwnerOnlyAttributes.file(file));
    }

    private static FileLock lock(FileChannel channel, Path file)
            throws IOException, ProblemException {
        @Nullable FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException _) {
            lock = null;
        }
        if (lock == null) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The object is being downloaded already",
                    "Another process writes " + file + ".",
                    "Wait for it, or name another directory with --work-dir.");
        }
        return lock;
    }

    private static void requireRoom(String where, Path file, long bytes) throws ProblemException {
        Path folder = file.toAbsolutePath().resolveSibling("");
        try {
            DiskHeadroom.require(folder, bytes);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "The object does not fit on the disk",
                    "%s: %s are missing of it, and %s can't hold them: %s."
                            .formatted(where, new ByteSize(bytes), folder, IoReason.of(e)),
                    "Free space there, or name another directory with --work-dir.",
                    e);
        }
    }

    private static ProblemException unwritable(Path file, IOException e) {
        return new ProblemException(
                Problem.Kind.NO_ROOM,
                "The download can't be written",
                file + ": " + IoReason.why(e),
                "Check the free space and permissions there, or name another directory with"
                        + " --work-dir.",
                e);
    }
}
