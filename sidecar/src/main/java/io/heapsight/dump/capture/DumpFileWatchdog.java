/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.PeriodicTask;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.time.Duration;

/**
 * Watches a file while a target writes it, and reports the progress. If the dump is cancelled,
 * takes too long or nearly fills the disk, frees its space repeatedly until the target has
 * finished. HotSpot can't stop a dump.
 */
final class DumpFileWatchdog implements AutoCloseable {
    static final Duration INTERVAL = Duration.ofMillis(200);

    /** Shorter: a JVM writes some gigabytes a second into the page cache. */
    private static final Duration SPACE_INTERVAL = Duration.ofMillis(50);

    /** The part of the free space that stays free, as a divisor. */
    private static final int ROOM_LEFT = 20;

    private static final String STILL_WRITING =
            "the target can't be interrupted and is still writing";

    private final SegmentedDumpFile parts;
    private final long expectedBytes;
    private final Progress progress;
    private final CancelSignal cancel;
    private final long leastFreeBytes;
    private final PeriodicTask task;
    private volatile boolean tooMuch;
    private volatile boolean tooLate;

    DumpFileWatchdog(
            SegmentedDumpFile parts, long expectedBytes, Progress progress, CancelSignal cancel)
            throws IOException {
        this.parts = parts;
        this.leastFreeBytes = parts.usableBytes() / ROOM_LEFT;
        this.expectedBytes = expectedBytes;
        this.progress = progress;
        this.cancel = cancel;
        this.task =
                new PeriodicTask(
                        Thread.ofPlatform().daemon().name("heap dump's size"),
                        this::look,
                        _ -> {}); // the code that started the dump cleans up
        task.start(SPACE_INTERVAL);
    }

    /** Whether the dump was discarded because the disk was nearly full. */
    boolean isTooMuch() {
        return tooMuch;
    }

    /** Discards the dump from now on: its time is over. */
    void giveUp() {
        tooLate = true;
    }

    private void look() throws IOException {
        boolean isWanted = !cancel.isCancelled() && !tooLate;
        if (tooMuch || parts.usableBytes() < leastFreeBytes) {
            tooMuch |= isWanted;
            parts.discard();
        } else if (!isWanted) {
            parts.empty();
        }
        if (cancel.isCancelled()) {
            progress.at("cancelled; " + STILL_WRITING, 0, 0);
        } else if (tooLate) {
            progress.at("timed out; " + STILL_WRITING, 0, 0);
        } else if (tooMuch) {
            progress.at("the disk is nearly full; the dump is discarded while it is written", 0, 0);
        } else {
            progress.at("the target writes", parts.bytes(), expectedBytes);
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
