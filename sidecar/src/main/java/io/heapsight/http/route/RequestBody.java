/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The body of a request: a small one in memory, a large one as a stream for its handler.
 *
 * @param text "" if there is none, or if it is large
 * @param document empty if it is small
 */
public record RequestBody(String text, InputStream document) {
    public static RequestBody small(String text) {
        return new RequestBody(text, InputStream.nullInputStream());
    }

    public static RequestBody large(InputStream document) {
        return new RequestBody("", document);
    }

    /** The problem of a body that is incomplete or arrives too slowly. */
    public static ProblemException unreadable(IOException e) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The body could not be read",
                IoReason.of(e),
                "Send it again.",
                e);
    }
}
