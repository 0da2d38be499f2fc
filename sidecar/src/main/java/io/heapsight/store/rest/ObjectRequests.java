/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.store.RangeResponse;
import io.heapsight.store.StoreFailure;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sends the requests of a reader, with retries after temporary failures.
 *
 * @param failures problems, with the wording of downloads
 */
public record ObjectRequests(RestClient client, RestFailures failures) {
    private static final Duration LONGEST_LIST = Duration.ofMinutes(1);
    private static final int MOST_LIST_BYTES = 4 << 20;

    /** Makes a request; called for each attempt, because tokens expire. */
    @FunctionalInterface
    public interface Prepared {
        HttpRequest get() throws IOException;
    }

    /** Sends a request for an object; called for each attempt. */
    @FunctionalInterface
    public interface Opening {
        ObjectResponse open() throws IOException;
    }

    /** Returns the header {@code Range} for a range of bytes. */
    public static String range(long from, long end) {
        return "bytes=%d-%d".formatted(from, end - 1);
    }

    /**
     * Opens a range of an object.
     *
     * @param where the object in messages
     * @param versionHeader name of the header that identifies the content
     */
    public RangeResponse open(String where, long from, String versionHeader, Opening opening)
            throws StoreFailure {
        AtomicReference<RangeResponse> opened = new AtomicReference<>();
        try {
            RestAnswer answer =
                    client.retried(
                            _ -> {
                                ObjectResponse found = opening.open();
                                if (found.answer().isDone() || found.isEmpty()) {
                                    opened.set(found.range(from, versionHeader));
                                }
                                return found.answer();
                            });
            RangeResponse range = opened.get();
            if (range == null) {
                throw failures.unread(where, answer);
            }
            return range;
        } catch (IOException e) {
            throw failures.lost(where, e);
        }
    }

    /** Requests a page of a listing. */
    public RestAnswer list(String where, Prepared request) throws StoreFailure {
        try {
            RestAnswer answer =
                    client.retried(_ -> client.once(request.get(), LONGEST_LIST, MOST_LIST_BYTES));
            if (!answer.isDone()) {
                throw failures.answered(where, answer);
            }
            return answer;
        } catch (IOException e) {
            throw failures.lost(where, e);
        }
    }
}
