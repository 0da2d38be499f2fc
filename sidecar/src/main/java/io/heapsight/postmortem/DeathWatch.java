/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.histogram.HistogramHistory;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits for the end of one target. {@link #awaitEnd} needs its own thread. */
final class DeathWatch {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /**
     * The check interval while the container is half empty, because the kernel reports the end
     * anyway. Also the interval after the sampler lost the JVM: a JVM deletes its counters first
     * and may end slowly.
     */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(5);

    /** The interval while the container is nearly full. */
    private static final Duration SHORT_PATIENCE = Duration.ofMillis(20);

    private static final double NEARLY_FULL = 0.9;
    private static final double HALF_FULL = 0.5;

    private static final Duration FIRST_CHECKPOINT = Duration.ofSeconds(3);
    private static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(30);

    /** The interval while the container is nearly full. */
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

    /**
     * Keeps the last histogram. Called when the sampler no longer sees the target, before its
     * histograms are deleted.
     */
    void gone(Optional<HistogramHistory.Kept> last) {
        histogram = last.orElse(null);
        gone.countDown();
    }

    /** Returns the last stored histogram, even if it was evicted since. */
    Optional<HistogramHistory.Kept> lastHistogram(HistogramHistory history) {
        // Read in this order: a histogram evicted between the two reads was kept here before.
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
     * Waits for the end; returns false if the wait was stopped, or another program replaced the JVM
     * in the process.
     *
     * @param checkpoint runs periodically during the wait
     */
    boolean awaitEnd(DeathEvidenceCollector probe, Runnable checkpoint)
            throws InterruptedException {
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
     * Returns the time until the next check.
     *
     * @param settled whether there is nothing more to look for
     */
    private static Duration patience(double full, boolean settled) {
        if (full >= NEARLY_FULL) {
            return SHORT_PATIENCE;
        }
        return settled && !(full >= HALF_FULL) ? LONG_PATIENCE : PATIENCE;
    }

    /** Returns the share of its limit that the container uses; NaN if unknown. */
    private double fullness() {
        return monitor.latest()
                .map(
                        sample ->
                                sample.value(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES)
                                        / EffectiveMemoryLimit.of(sample::value).bytes())
                .orElse(Double.NaN);
    }

    private boolean waitForSampler(DeathEvidenceCollector probe, Duration patience)
            throws InterruptedException {
        return gone.await(patience.toMillis(), TimeUnit.MILLISECONDS)
                && !closed
                && probe.hasEnded();
    }
}
