/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.StoreFailure;
import io.heapsight.unit.CancelSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads ranges of one version of an object. Attempts without progress are limited; others are not.
 */
record RangeReader(Source source, ObjectDownload.Limits limits, CancelSignal cancel) {
    /** An attempt with fewer bytes than this, and not to the range's end, counts as failed. */
    private static final long LEAST_PROGRESS = 64 << 10;

    /**
     * A version of an object.
     *
     * @param where the object in messages
     */
    record Source(ObjectReader reader, String key, String where, String version, long bytes) {}

    /** Receives the bytes of a range in order. */
    interface Sink {
        /** Returns the position of the next byte in the object. */
        long position();

        /**
         * Stores the arriving bytes, up to the end of the range.
         *
         * @throws RangeCopy.WriteFailure if the bytes can't be stored
         * @throws IOException from the answer
         */
        void take(RangeResponse answer) throws IOException;
    }

    /**
     * Reads from the sink's position to the end of the range.
     *
     * @param opened answer for the first attempt
     * @throws StoreFailure if the store refuses, the object changed, or the attempts are used up
     */
    void read(Sink sink, long end, Optional<RangeResponse> opened) throws IOException {
        Optional<RangeResponse> answer = opened;
        Duration pause = limits.firstPause();
        int failed = 0;
        while (sink.position() < end) {
            long before = sink.position();
            IOException lost = attempt(sink, answer, end);
            if (sink.position() == end) {
                return;
            }
            answer = Optional.empty();
            failed = sink.position() - before < LEAST_PROGRESS ? failed + 1 : 0;
            if (failed == limits.attempts()) {
                throw lost instanceof StoreFailure known
                        ? known
                        : ReadFailures.broken(source.where(), sink.position(), lost);
            }
            cancel.pause(pause);
            pause = failed == 0 ? limits.firstPause() : pause.multipliedBy(2);
        }
    }

    /** Receives bytes until the response ends; returns the reason for the end. */
    private IOException attempt(Sink sink, Optional<RangeResponse> opened, long end)
            throws IOException {
        try (RangeResponse answer =
                opened.isPresent() ? opened.get() : open(sink.position(), end)) {
            sink.take(answer);
            return new IOException("the answer ended too early");
        } catch (RangeCopy.WriteFailure e) {
            throw e.reason();
        } catch (StoreFailure e) {
            if (!mayPass(e)) {
                throw e;
            }
            return e;
        } catch (IOException e) {
            return e;
        }
    }

    /** Returns whether a repeated request may succeed. */
    private static boolean mayPass(StoreFailure e) {
        return switch (e.told().problem().kind()) {
            case UNAVAILABLE, TIMED_OUT, TOO_MANY_REQUESTS -> true;
            default -> false;
        };
    }

    private RangeResponse open(long from, long end) throws IOException {
        RangeResponse answer =
                source.reader().open(source.key(), from, end, Optional.of(source.version()));
        if (answer.isWhole()
                || !answer.version().equals(source.version())
                || answer.objectBytes().orElse(-1) != source.bytes()) {
            answer.close();
            throw answer.isWhole()
                    ? ReadFailures.invalid(source.where(), "it ignored the requested range")
                    : ReadFailures.changed(source.where());
        }
        return answer;
    }
}
