/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.PeriodicTask;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.time.Duration;

/**
 * Watches a file while a target writes it: reports the progress, and unlinks the file as soon as
 * the dump is cancelled.
 */
final class WriteProgress implements AutoCloseable {
    static final Duration INTERVAL = Duration.ofMillis(200);

    private final SegmentedDumpFile parts;
    private final long expectedBytes;
    private final Progress progress;
    private final CancelSignal cancel;
    private final PeriodicTask task;

    WriteProgress(
            SegmentedDumpFile parts, long expectedBytes, Progress progress, CancelSignal cancel) {
        this.parts = parts;
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

    /** Checks the file; a name that can't be deleted now is deleted when the target has ended. */
    private void look() throws IOException {
        if (cancel.isCancelled()) {
            parts.remove();
            progress.at("cancelled; the target can't be interrupted and is still writing", 0, 0);
        } else {
            progress.at("the target writes", parts.bytes(), expectedBytes);
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
