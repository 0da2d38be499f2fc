/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.ObjectRange;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
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

    /** An attempt with fewer bytes than this, and not to the range's end, counts as failed. */
    private static final long LEAST_PROGRESS = 64 << 10;

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

    RangeWorkers(Job job, Progress progress, CancelSignal cancel) {
        this.job = job;
        this.progress = progress;
        this.cancel = cancel;
        running = new CountDownLatch(job.limits().connections());
    }

    /**
     * Copies all missing ranges.
     *
     * @param first answer for the first range
     * @param saving called now and then
     * @throws IOException from the store or the disk
     * @throws CancellationException if it was cancelled
     */
    void run(ObjectRange first, Saving saving) throws IOException {
        for (int i = 0; i < job.limits().connections(); i++) {
            RangeCopy copy = new RangeCopy(job.to());
            copies.add(copy);
            Optional<ObjectRange> opened = i == 0 ? Optional.of(first) : Optional.empty();
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

    private void work(RangeCopy copy, Optional<ObjectRange> opened) {
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

    private void first(RangeCopy copy, ObjectRange opened) throws IOException {
        if (job.state().ranges() == 0 || job.state().isDone(0)) {
            opened.close();
        } else {
            copy(copy, 0, Optional.of(opened));
        }
    }

    /** Copies a range, in as many attempts as make progress. */
    private void copy(RangeCopy copy, int range, Optional<ObjectRange> opened) throws IOException {
        long end = job.state().end(range);
        copy.seek(job.state().start(range));
        Optional<ObjectRange> answer = opened;
        Duration pause = job.limits().firstPause();
        int failed = 0;
        while (copy.position() < end) {
            long before = copy.position();
            IOException lost;
            try {
                copy.copy(answer.isPresent() ? answer.get() : open(before, end), end);
                lost = new IOException("the answer ended too early");
            } catch (RangeCopy.WriteFailure e) {
                throw e.reason();
            } catch (StoreFailure e) {
                if (!mayPass(e)) {
                    throw e;
                }
                lost = e;
            } catch (IOException e) {
                lost = e;
            }
            answer = Optional.empty();
            if (copy.position() == end) {
                break;
            }
            failed = copy.position() - before < LEAST_PROGRESS ? failed + 1 : 0;
            if (failed == job.limits().attempts()) {
                throw lost instanceof StoreFailure known
                        ? known
                        : ReadFailures.broken(job.where(), copy.position(), lost);
            }
            stop.pause(pause);
            pause = failed == 0 ? job.limits().firstPause() : pause.multipliedBy(2);
        }
        job.state().done(range);
        copy.seek(0);
    }

    /** Whether a repeated request may succeed. */
    static boolean mayPass(StoreFailure e) {
        return switch (e.told().problem().kind()) {
            case UNAVAILABLE, TIMED_OUT, TOO_MANY_REQUESTS -> true;
            default -> false;
        };
    }

    private ObjectRange open(long from, long end) throws IOException {
        return open(
                job.source(),
                job.key(),
                job.where(),
                new Wanted(from, end, job.state().version(), job.state().bytes()));
    }

    /** A range of an object that must have a version and a size. */
    record Wanted(long from, long end, String version, long objectBytes) {}

    /**
     * Opens a range.
     *
     * @throws StoreFailure also if the service answers with something else
     */
    static ObjectRange open(ObjectReader source, String key, String where, Wanted wanted)
            throws IOException {
        ObjectRange answer =
                source.open(key, wanted.from(), wanted.end(), Optional.of(wanted.version()));
        if (answer.isWhole()
                || !answer.version().equals(wanted.version())
                || answer.objectBytes().orElse(-1) != wanted.objectBytes()) {
            answer.close();
            throw answer.isWhole()
                    ? ReadFailures.invalid(where, "it ignored the requested range")
                    : ReadFailures.changed(where);
        }
        return answer;
    }
}
