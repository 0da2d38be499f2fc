/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.FifoReader;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.PeriodicTask;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Watches a target that writes into a FIFO. Reports the progress, and releases the target if the
 * reader was cancelled, has ended, or doesn't read.
 */
final class FifoWatchdog implements AutoCloseable {
    /** Maximum pause of a target without progress: shorter than the timeout of a probe. */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(5);

    /**
     * Number of checks after which a target has noticed the end of its reader, unless it never had
     * one.
     */
    private static final int LOOKS_TO_NOTICE = 5;

    private static final Path NOWHERE = Path.of("/dev/null");

    private final FifoDump dump;
    private final FifoReader reader;
    private final long expectedBytes;
    private final Progress progress;
    private final CancelSignal cancel;
    private final PeriodicTask task;
    private volatile boolean stalled;
    private volatile boolean tooMuch;
    private boolean resumed;
    private long lookedAt = System.nanoTime();
    private long lastBytes;
    private long movedAt = System.nanoTime();
    private int looksAfterEnd;
    private @Nullable FifoReader releaser;

    FifoWatchdog(
            FifoDump dump,
            FifoReader reader,
            long expectedBytes,
            Progress progress,
            CancelSignal cancel) {
        this.dump = dump;
        this.reader = reader;
        this.expectedBytes = expectedBytes;
        this.progress = progress;
        this.cancel = cancel;
        this.task =
                new PeriodicTask(
                        Thread.ofVirtual().name("heap dump through a FIFO"),
                        () -> lookAfter(Files.size(dump.into())),
                        _ -> reader.stop());
        task.start(DumpFileWatchdog.INTERVAL);
    }

    /** Whether the reader was ended because there was no progress. */
    boolean hasStalled() {
        return stalled;
    }

    /** Whether the reader was stopped because of the maximum size. */
    boolean isTooMuch() {
        return tooMuch;
    }

    private void lookAfter(long bytes) throws IOException {
        long now = System.nanoTime();
        boolean pausedOurselves = now - lookedAt > LONGEST_STALL.toNanos();
        lookedAt = now;
        if (bytes != lastBytes) {
            lastBytes = bytes;
            movedAt = now;
        }
        if (reader.hasFailed()) {
            releaseIfItWaits(bytes);
        } else if (reader.hasReadAll()) {
            return;
        } else if (cancel.isCancelled()) {
            reader.stop();
        } else if (bytes > dump.ceiling().bytes()) {
            tooMuch = true;
            reader.stop();
        } else if (pausedOurselves) {
            resumed = true; // the next run releases the target, unless it answers until then
        } else if (resumed || isStalled(now)) {
            stalled = true;
            reader.stop();
        } else {
            progress.at("the target writes, and we read", bytes, expectedBytes);
        }
    }

    /** A target may need any time before its first byte, while the reader runs and waits for it. */
    private boolean isStalled(long now) {
        long longest = LONGEST_STALL.toNanos();
        return now - movedAt > longest && now - reader.waitedNanos() > longest;
    }

    /**
     * Releases a target that would wait for a reader: the last reader ended before the target
     * opened the FIFO. The FIFO stays until the target has answered, because without it a late
     * target would write a file.
     */
    private void releaseIfItWaits(long bytes) throws IOException {
        looksAfterEnd++;
        FifoReader other = releaser;
        if (other != null && other.hasWriter()) {
            other.stop();
        } else if (other == null && bytes == 0 && looksAfterEnd % LOOKS_TO_NOTICE == 0) {
            releaser = dump.target().readFifo(dump.place().file(), NOWHERE);
        }
    }

    @Override
    public void close() {
        task.close();
        if (releaser != null) {
            releaser.close();
        }
    }
}
