/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.parallel;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sums and reports the progress of several threads in a phase; throws if the work was cancelled.
 */
public final class PhaseProgress {
    private final String phase;
    private final long total;
    private final Progress progress;
    private final CancelSignal cancelled;
    private final AtomicLong done = new AtomicLong();

    /**
     * @param total in the unit of {@link #add}: bytes or objects
     */
    public PhaseProgress(String phase, long total, Progress progress, CancelSignal cancelled) {
        this.phase = phase;
        this.total = total;
        this.progress = progress;
        this.cancelled = cancelled;
        progress.at(phase, 0, total);
    }

    /**
     * Adds progress. Call it from time to time, not for each object.
     *
     * @throws java.util.concurrent.CancellationException if the analysis was cancelled
     */
    public void add(long more) {
        cancelled.throwIfCancelled();
        progress.at(phase, Math.min(total, done.addAndGet(more)), total);
    }
}
