/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.heap.Progress;
import io.heapsight.unit.CancelSignal;
import java.io.IOException;

/**
 * Looks at a file while a target writes it: tells how far it is, and takes its name away as soon as
 * nobody wants it any more.
 */
final class WriteWatch implements AutoCloseable {
    private final PartFiles parts;
    private final long expectedBytes;
    private final Progress progress;
    private final CancelSignal cancel;
    private final Lookout lookout;

    WriteWatch(PartFiles parts, long expectedBytes, Progress progress, CancelSignal cancel) {
        this.parts = parts;
        this.expectedBytes = expectedBytes;
        this.progress = progress;
        this.cancel = cancel;
        this.lookout = new Lookout("heap dump's size", this::look);
    }

    /** A name that can't be removed now is so when the target has ended. */
    private void look() throws IOException {
        if (cancel.isCancelled()) {
            parts.remove();
            progress.at("cancelled; the target can't be stopped, and still writes", 0, 0);
        } else {
            progress.at("the target writes", parts.bytes(), expectedBytes);
        }
    }

    @Override
    public void close() {
        lookout.close();
    }
}
