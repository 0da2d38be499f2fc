/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Copies the missing ranges of an object, several at a time. For one run. */
final class RangeWorkers {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration SAVE_EVERY = Duration.ofSeconds(2);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /** The object and its copy. */
    record Job(
            ObjectReader source,
            String key,
            String where,
            FileChannel to,
            DownloadedRanges state,
            ObjectDownload.Limits limits) {}

    /** Saves the state. */
    @FunctionalInterface
    interface Saving {
        void save() throws IOException;
    }

    private final Job job;
    private final Progress progress;
    private final CancelSignal cancel;
    private final CancelSignal stop = new CancelSignal();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final List<RangeCopy> copies = new ArrayList<>();
    private final CountDownLatch running;
    private final RangeReader reader;

    RangeWorkers(Job job, Progress progress, CancelSignal cancel) {
        this.job = job;
        this.progress = progress;
        this.cancel = cancel;
        running = new CountDownLatch(job.limits().connections());
        reader =
                new RangeReader(
                        new RangeReader.Source(
                                job.source(),
                                job.key(),
                                job.where(),
                                job.state().version(),
                                job.state().bytes()),
                        job.limits(),
                        stop);
    }

    /**
     * Copies all missing ranges.
     *
     * @param first answer for the first range
     * @param saving called from time to time
     * @throws IOException from the store or the disk
     * @throws CancellationException if it was cancelled
     */
    void run(RangeResponse first, Saving saving) throws IOException {
        for (int i = 0; i < job.limits().connections(); i++) {
            RangeCopy copy = new RangeCopy(job.to());
            copies.add(copy);
            Optional<RangeResponse> opened = i == 0 ? Optional.of(first) : Optional.empty();
            if (i == 0) {
                next.set(1);
            }
            Thread.ofVirtual().start(() -> work(copy, opened));
        }
        try {
            watch(saving);
        } finally {
            stop.cancel();
            copies.forEach(RangeCopy::abort);
            await(FAREWELL);
        }
        Exception failed = failure.get();
        if (failed instanceof IOException io) {
            throw io;
        }
        if (failed != null) {
            throw new IllegalStateException("copying a range", failed);
        }
    }

    private void watch(Saving saving) throws IOException {
        long savedAt = System.nanoTime();
        while (!await(LOOK_EVERY) && failure.get() == null) {
            cancel.throwIfCancelled();
            copies.forEach(copy -> copy.abortIfStalled(job.limits().longestStall()));
            progress.at("downloading", arrived(), job.state().bytes());
            if (System.nanoTime() - savedAt > SAVE_EVERY.toNanos()) {
                saving.save();
                savedAt = System.nanoTime();
            }
        }
    }

    private long arrived() {
        long bytes = job.state().bytesDone();
        for (RangeCopy copy : copies) {
            bytes += copy.position() % job.limits().rangeBytes();
        }
        return Math.min(bytes, job.state().bytes());
    }

    private boolean await(Duration most) {
        try {
            return running.await(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private void work(RangeCopy copy, Optional<RangeResponse> opened) {
        try {
            if (opened.isPresent()) {
                first(copy, opened.get());
            }
            int range = next.getAndIncrement();
            while (range < job.state().ranges() && !stop.isCancelled()) {
                if (!job.state().isDone(range)) {
                    copy(copy, range, Optional.empty());
                }
                range = next.getAndIncrement();
            }
        } catch (IOException | RuntimeException e) {
            if (!stop.isCancelled()) {
                failure.compareAndSet(null, e);
            }
        } finally {
            running.countDown();
        }
    }

    private void first(RangeCopy copy, RangeResponse opened) throws IOException {
        if (job.state().ranges() == 0 || job.state().isDone(0)) {
            opened.close();
        } else {
            copy(copy, 0, Optional.of(opened));
        }
    }

    private void copy(RangeCopy copy, int range, Optional<RangeResponse> opened)
            throws IOException {
        long end = job.state().end(range);
        copy.seek(job.state().start(range), end);
        reader.read(copy, end, opened);
        job.state().done(range);
        copy.seek(0, 0);
    }
}
