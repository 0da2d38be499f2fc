/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.histogram.HistogramHistory;
import io.heapsight.jstat.EffectiveLimit;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits for the end of one target. {@link #awaitEnd} is for its own thread. */
final class DeathWatch {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /**
     * The interval while the container is half empty, since the kernel reports the end; and while
     * the sampler no longer sees the JVM, which deletes its counters before it ends and takes a
     * while if CPU is short.
     */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(5);

    /** While the container is nearly full. */
    private static final Duration SHORT_PATIENCE = Duration.ofMillis(20);

    private static final double NEARLY_FULL = 0.9;
    private static final double HALF_FULL = 0.5;

    private static final Duration FIRST_CHECKPOINT = Duration.ofSeconds(3);
    private static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(30);

    /** While the container is nearly full. */
    private static final Duration CHECKPOINT_OFTEN = Duration.ofSeconds(3);

    private final TargetMonitor monitor;
    private final CountDownLatch gone = new CountDownLatch(1);
    private volatile HistogramHistory.@Nullable Kept histogram;
    private volatile boolean closed;

    DeathWatch(TargetMonitor monitor) {
        this.monitor = monitor;
    }

    TargetMonitor monitor() {
        return monitor;
    }

    /** The sampler has seen that it is gone, and its histograms are about to be forgotten. */
    void gone(Optional<HistogramHistory.Kept> last) {
        histogram = last.orElse(null);
        gone.countDown();
    }

    /** The last stored histogram, even if it was evicted since. */
    Optional<HistogramHistory.Kept> lastHistogram(HistogramHistory history) {
        // In this order: a histogram evicted between the two reads was passed on before.
        return history.last(monitor.jvm().pid()).or(() -> Optional.ofNullable(histogram));
    }

    boolean isClosed() {
        return closed;
    }

    /** Stops waiting. */
    void close() {
        closed = true;
        gone.countDown();
    }

    /**
     * Waits for the end; false if the wait was stopped, or another program has replaced the JVM in
     * the same process.
     *
     * @param checkpoint runs periodically in the meantime
     */
    boolean awaitEnd(ExitProbe probe, Runnable checkpoint) throws InterruptedException {
        long checkedAt = System.nanoTime();
        Duration pause = FIRST_CHECKPOINT;
        while (!closed) {
            boolean told = gone.getCount() == 0;
            double full = fullness();
            boolean nearlyFull = full >= NEARLY_FULL;
            if (nearlyFull) {
                probe.watchOomKills();
            }
            if (System.nanoTime() - checkedAt > pause.toNanos()) {
                probe.checkpoint();
                checkpoint.run();
                checkedAt = System.nanoTime();
                pause = nearlyFull ? CHECKPOINT_OFTEN : CHECKPOINT_EVERY;
            }
            Duration patience =
                    told ? LONG_PATIENCE : patience(full, pause.equals(CHECKPOINT_EVERY));
            if (probe.isTold() ? probe.endsWithin(patience) : waitForSampler(probe, patience)) {
                return true;
            }
            if (told) {
                return false;
            }
            probe.lookAgain();
        }
        return false;
    }

    /**
     * Until the next look.
     *
     * @param settled all that is looked for has been found, or won't be
     */
    private static Duration patience(double full, boolean settled) {
        if (full >= NEARLY_FULL) {
            return SHORT_PATIENCE;
        }
        return settled && !(full >= HALF_FULL) ? LONG_PATIENCE : PATIENCE;
    }

    /** The share of its limit that the container uses; NaN if either isn't known. */
    private double fullness() {
        return monitor.latest()
                .map(
                        sample ->
                                sample.value(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES)
                                        / EffectiveLimit.of(sample::value).bytes())
                .orElse(Double.NaN);
    }

    private boolean waitForSampler(ExitProbe probe, Duration patience) throws InterruptedException {
        return gone.await(patience.toMillis(), TimeUnit.MILLISECONDS)
                && !closed
                && probe.hasEnded();
    }
}
