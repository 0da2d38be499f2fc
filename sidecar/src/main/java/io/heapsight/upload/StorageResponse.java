/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The response of an object store to a {@code PUT}. S3 explains a refusal in XML. Reads only two
 * elements, because others repeat the signed text.
 *
 * <pre>{@code
 * <Error><Code>AccessDenied</Code><Message>Request has expired</Message>…</Error>
 * }</pre>
 *
 * @param words code and message; "" if there are none
 */
record StorageResponse(int status, String words) {
    private static final Pattern CODE = Pattern.compile("<Code>([^<]{1,100})</Code>");
    private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]{1,400})</Message>");
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;

    static StorageResponse of(int status, String body) {
        Matcher code = CODE.matcher(body);
        Matcher message = MESSAGE.matcher(body);
        String words =
                (code.find() ? code.group(1) : "")
                        + (message.find() ? ": " + message.group(1) : "");
        return new StorageResponse(status, words);
    }

    boolean isStored() {
        return status / 100 == 2;
    }

    /** Java's client treats a second status 100, which is allowed, as the final response. */
    boolean isInterim() {
        return status / 100 == 1;
    }

    /** Returns whether a retry may succeed. */
    boolean mayPass() {
        return isInterim()
                || status / 100 == 5
                || status == REQUEST_TIMEOUT
                || status == TOO_MANY_REQUESTS;
    }

    @Override
    public String toString() {
        return "status " + status + (words.isEmpty() ? "" : " (" + words + ")");
    }
}
