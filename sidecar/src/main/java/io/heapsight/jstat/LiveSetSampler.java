/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import org.jspecify.annotations.Nullable;

/**
 * Adds live-set readings of one target to its samples, from collections and from live histograms.
 *
 * <p>ZGC frees the pages that it relocates after its last pause, and its counters change at pauses
 * only. So this class queries {@code GC.heap_info} at the end of a cycle; the answer agrees with
 * the GC log. A late answer includes later allocation, so the lower of the two values counts. A
 * reading waits at most two seconds for the answer.
 *
 * <p>Only for the sampler's thread, except {@link #measured}.
 */
final class LiveSetSampler {
    private static final long LONGEST_WAIT_NANOS = 2_000_000_000;
    private static final long PROMPT_NANOS = 100_000_000;

    private double pending = Double.NaN;
    private long pendingNanos;
    private volatile double measured = Double.NaN;

    /** Adds heap use after collections to a sample. */
    void read(
            SampleValues values,
            LiveSetCounters counters,
            @Nullable HeapInfoPoller heapInfo,
            long nanos) {
        values.set(SampleField.OLD_AFTER_ANY_GC_RATIO, counters.leftRatio());
        isAsking(counters, nanos);
        if (Double.isNaN(pending)) {
            return;
        }
        double bytes = pending;
        if (heapInfo != null && counters.isRelocatedLater()) {
            bytes = relocated(heapInfo, nanos);
        }
        if (!Double.isNaN(bytes)) {
            values.set(SampleField.OLD_AFTER_GC_BYTES, bytes);
            pending = Double.NaN;
        }
    }

    /** Returns the live set after relocation; NaN while an answer is still possible. */
    private double relocated(HeapInfoPoller heapInfo, long nanos) {
        double prompt = heapInfo.heapUsed(pendingNanos, pendingNanos + PROMPT_NANOS);
        if (!Double.isNaN(prompt)) {
            return prompt;
        }
        double late = heapInfo.heapUsed(pendingNanos, nanos);
        if (!Double.isNaN(late)) {
            return Math.min(pending, late);
        }
        return nanos - pendingNanos < LONGEST_WAIT_NANOS ? Double.NaN : pending;
    }

    /** Adds the exact result of a live histogram to a sample. */
    void readMeasured(SampleValues values) {
        double bytes = measured;
        if (!Double.isNaN(bytes)) {
            values.set(SampleField.OLD_AFTER_GC_BYTES, bytes);
            measured = Double.NaN;
        }
    }

    /** Processes the readings; true if the result needs a comparison with GC.heap_info. */
    boolean isAsking(LiveSetCounters counters, long nanos) {
        double told = counters.meter().takeTold();
        if (Double.isNaN(told)) {
            return false;
        }
        pending = Double.isNaN(pending) ? told : Math.min(pending, told);
        pendingNanos = nanos;
        return counters.isRelocatedLater();
    }

    /** Records the result of a live histogram. Callable from any thread. */
    void measured(long bytes) {
        measured = bytes;
    }
}
