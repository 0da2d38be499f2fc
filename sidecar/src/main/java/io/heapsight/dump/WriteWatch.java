/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.heap.Progress;
import io.heapsight.unit.CancelSignal;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks at a file while a target writes it: tells how far it is, and takes its name away as soon as
 * nobody wants it any more.
 */
final class WriteWatch implements AutoCloseable {
    private static final long LOOK_EVERY_MILLIS = 200;

    private final PartFiles parts;
    private final long expectedBytes;
    private final Progress progress;
    private final CancelSignal cancel;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    WriteWatch(PartFiles parts, long expectedBytes, Progress progress, CancelSignal cancel) {
        this.parts = parts;
        this.expectedBytes = expectedBytes;
        this.progress = progress;
        this.cancel = cancel;
        this.thread = Thread.ofVirtual().name("heap dump's size").start(this::look);
    }

    private void look() {
        try {
            while (!over.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                if (cancel.isCancelled()) {
                    parts.remove();
                    progress.at("cancelled; the target can't be stopped, and still writes", 0, 0);
                } else {
                    progress.at("the target writes", parts.bytes(), expectedBytes);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            return; // removed again when the target has ended
        }
    }

    @Override
    public void close() {
        over.countDown();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
