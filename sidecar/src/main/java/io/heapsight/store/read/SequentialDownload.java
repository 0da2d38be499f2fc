/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Copies an object from its first byte to its last over one connection. After a failure, starts
 * again with the first byte.
 */
final class SequentialDownload {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    /** End of an object of unknown size. */
    static final long LONGEST = Long.MAX_VALUE / 4;

    private final Origin origin;
    private final FileChannel to;
    private final ObjectDownload.Limits limits;
    private final Progress progress;
    private final CancelSignal cancel;
    private String version = "";

    /** Checks the free space. */
    @FunctionalInterface
    interface Room {
        void require() throws ProblemException;
    }

    /** The object; its name in messages. */
    record Origin(ObjectReader source, String key, String where) {}

    SequentialDownload(
            Origin origin,
            FileChannel to,
            ObjectDownload.Limits limits,
            Progress progress,
            CancelSignal cancel) {
        this.origin = origin;
        this.to = to;
        this.limits = limits;
        this.progress = progress;
        this.cancel = cancel;
    }

    /** Returns the version of the copied object; "" if the service has none. */
    String version() {
        return version;
    }

    void copy(RangeResponse first, Room room) throws IOException, ProblemException {
        RangeResponse answer = first;
        if (!first.isWhole()) {
            first.close();
            answer = open();
        }
        Duration pause = limits.firstPause();
        for (int attempt = 1; ; attempt++) {
            to.truncate(0);
            RangeCopy copy = new RangeCopy(to);
            copy.seek(0, LONGEST);
            try {
                attempt(copy, answer, room);
                version = answer.version();
                return;
            } catch (RangeCopy.WriteFailure e) {
                throw e.reason();
            } catch (StoreFailure e) {
                throw e;
            } catch (IOException e) {
                if (attempt == limits.attempts()) {
                    throw ReadFailures.broken(origin.where(), copy.position(), e);
                }
            }
            progress.at("waiting to try again, from the first byte", 0, 0);
            cancel.pause(pause);
            pause = pause.multipliedBy(2);
            answer = open();
        }
    }

    private RangeResponse open() throws StoreFailure {
        return origin.source().open(origin.key(), 0, LONGEST, Optional.empty());
    }

    private void attempt(RangeCopy copy, RangeResponse answer, Room room)
            throws IOException, ProblemException {
        long size = answer.objectBytes().orElse(0);
        CompletableFuture<Boolean> copied = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (answer) {
                                copy.take(answer);
                                copied.complete(true);
                            } catch (IOException | RuntimeException e) {
                                copied.completeExceptionally(e);
                            }
                        });
        try {
            while (!isDone(copied)) {
                cancel.throwIfCancelled();
                room.require();
                copy.abortIfStalled(limits.longestStall());
                progress.at("downloading", copy.position(), size);
            }
        } finally {
            copy.abort();
        }
        if (answer.objectBytes().isPresent() && copy.position() != size) {
            throw new IOException("it ended after %d of %d bytes".formatted(copy.position(), size));
        }
    }

    private static boolean isDone(CompletableFuture<Boolean> copied) throws IOException {
        try {
            return copied.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
