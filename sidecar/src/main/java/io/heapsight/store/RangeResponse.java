/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The response to a request for a range of an object.
 *
 * @param body the bytes; closing it aborts the response, from any thread
 * @param isWhole whether the service ignored the range: the body then begins with the first byte
 * @param objectBytes size of the object; empty if the service does not send it
 * @param version identifies the content, as an ETag; "" if the service has none
 */
public record RangeResponse(
        InputStream body, boolean isWhole, OptionalLong objectBytes, String version)
        implements AutoCloseable {
    private static final Pattern CONTENT_RANGE =
            Pattern.compile("bytes ([0-9]{1,18})-[0-9]{1,18}/([0-9]{1,18})");

    /**
     * Interprets the headers of a response.
     *
     * @param from the requested first byte
     * @param contentRange header of a partial response
     * @param contentLength header of a whole response
     * @throws IOException if the response has another range
     */
    public static RangeResponse answered(
            InputStream body,
            long from,
            Optional<String> contentRange,
            OptionalLong contentLength,
            String version)
            throws IOException {
        if (contentRange.isEmpty()) {
            return new RangeResponse(body, true, contentLength, version);
        }
        Matcher range = CONTENT_RANGE.matcher(contentRange.get());
        if (!range.matches() || Long.parseLong(range.group(1)) != from) {
            throw new IOException("it sent another range than the requested one");
        }
        long size = Long.parseLong(range.group(2));
        return new RangeResponse(body, false, OptionalLong.of(size), version);
    }

    /** Returns the response for an object without bytes: services refuse every range of it. */
    public static RangeResponse empty(String version) {
        return new RangeResponse(InputStream.nullInputStream(), true, OptionalLong.of(0), version);
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
