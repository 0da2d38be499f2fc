/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.PeriodicTask;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.time.Duration;

/**
 * Watches a file while a target writes it: reports the progress, unlinks the file as soon as the
 * dump is cancelled, and discards its bytes before they fill the disk.
 */
final class WriteProgress implements AutoCloseable {
    static final Duration INTERVAL = Duration.ofMillis(200);

    /** The part of the free space that stays free, as a divisor. */
    private static final int ROOM_LEFT = 20;

    private final SegmentedDumpFile parts;
    private final long expectedBytes;
    private final Progress progress;
    private final CancelSignal cancel;
    private final long leastFreeBytes;
    private final PeriodicTask task;
    private volatile boolean tooMuch;

    WriteProgress(
            SegmentedDumpFile parts, long expectedBytes, Progress progress, CancelSignal cancel)
            throws IOException {
        this.parts = parts;
        this.leastFreeBytes = parts.usableBytes() / ROOM_LEFT;
        this.expectedBytes = expectedBytes;
        this.progress = progress;
        this.cancel = cancel;
        this.task =
                new PeriodicTask(
                        Thread.ofVirtual().name("heap dump's size"),
                        this::look,
                        _ -> {}); // the code that started the dump cleans up
        task.start(INTERVAL);
    }

    /** Whether the dump was discarded because the disk was nearly full. */
    boolean isTooMuch() {
        return tooMuch;
    }

    /** Checks the file; a name that can't be deleted now is deleted when the target has ended. */
    private void look() throws IOException {
        if (cancel.isCancelled()) {
            parts.remove();
            progress.at("cancelled; the target can't be interrupted and is still writing", 0, 0);
        } else if (tooMuch || parts.usableBytes() < leastFreeBytes) {
            tooMuch = true;
            parts.discard();
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
