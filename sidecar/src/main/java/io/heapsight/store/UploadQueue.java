/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Runs uploads one at a time, in the order of {@link EvidenceKind}. Thread-safe. */
final class UploadQueue {
    private static final int LOOK_EVERY_MILLIS = 100;

    private record Upload(EvidenceKind kind, CancelSignal cancel) {}

    private final List<EvidenceKind> waiting = new ArrayList<>();
    private @Nullable Upload running;

    /**
     * Waits until no other work is running and none with priority is waiting.
     *
     * @param waits called if it must wait
     * @throws CancellationException if cancelled
     */
    synchronized void await(EvidenceKind kind, Runnable waits, CancelSignal cancel) {
        waiting.add(kind);
        try {
            if (!isNext(kind)) {
                waits.run();
            }
            while (!isNext(kind)) {
                wait(LOOK_EVERY_MILLIS);
                cancel.throwIfCancelled();
            }
            running = new Upload(kind, cancel);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            waiting.remove(kind);
            notifyAll();
        }
    }

    private boolean isNext(EvidenceKind kind) {
        return running == null && waiting.stream().noneMatch(each -> each.compareTo(kind) < 0);
    }

    /** Lets the next upload run. */
    synchronized void end() {
        running = null;
        notifyAll();
    }

    /** Stops the running work for work with priority, because time is short. */
    synchronized void hurry() {
        Upload now = running;
        if (now != null && waiting.stream().anyMatch(each -> each.compareTo(now.kind()) < 0)) {
            now.cancel().cancel();
        }
    }
}
