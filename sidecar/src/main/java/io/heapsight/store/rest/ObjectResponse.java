/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.store.RangeResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The response to a request for an object.
 *
 * @param body the object's bytes; empty unless the request succeeded
 */
public record ObjectResponse(RestAnswer answer, InputStream body) {
    /** The body: text of a refusal, or a stream. */
    record Content(String text, InputStream stream) {}

    private static final int PARTIAL = 206;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    static BodySubscriber<Content> content(ResponseInfo info, int mostTextBytes) {
        return info.statusCode() / 100 == 2
                ? BodySubscribers.mapping(
                        BodySubscribers.ofInputStream(), stream -> new Content("", stream))
                : BodySubscribers.mapping(
                        BodySubscribers.limiting(
                                BodySubscribers.ofString(StandardCharsets.UTF_8), mostTextBytes),
                        text -> new Content(text, InputStream.nullInputStream()));
    }

    /** Returns whether the object is empty, so that no range of it exists. */
    public boolean isEmpty() {
        return answer.status() == RANGE_NOT_SATISFIABLE
                && answer.header("Content-Range").filter("bytes */0"::equals).isPresent();
    }

    /**
     * Returns the range in a successful response.
     *
     * @param from the requested first byte
     * @param versionHeader name of the header that identifies the content
     */
    public RangeResponse range(long from, String versionHeader) throws IOException {
        String version = answer.header(versionHeader).orElse("");
        if (isEmpty()) {
            return RangeResponse.empty(version);
        }
        Optional<String> range =
                answer.status() == PARTIAL
                        ? Optional.of(answer.header("Content-Range").orElse("none"))
                        : Optional.empty();
        OptionalLong length = answer.headers().firstValueAsLong("Content-Length");
        try {
            return RangeResponse.answered(body, from, range, length, version);
        } catch (IOException e) {
            body.close();
            throw e;
        }
    }
}
