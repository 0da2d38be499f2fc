/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.report.Report;
import io.heapsight.unit.ProblemException;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.OptionalLong;

/** The successful answer of a handler. */
public sealed interface Reply {
    /** A report in the requested format. */
    record Document(Report report) implements Reply {}

    /** A text as it is, in UTF-8. */
    record Content(String contentType, Buffer body) implements Reply {
        public Content(String contentType, String body) {
            this(contentType, Buffer.buffer(body));
        }
    }

    /** A sequence of bytes stored elsewhere, which is never copied as a whole. */
    record Pieces(String contentType, List<byte[]> pieces) implements Reply {}

    /** A growing answer, written while the caller reads it. */
    record Stream(String contentType, Body body) implements Reply {}

    /**
     * Bytes of a file, or derived from one.
     *
     * @param status 200, or 206 for a part
     * @param length in bytes; empty if unknown in advance
     */
    record Bytes(int status, String contentType, OptionalLong length, ByteSource source)
            implements Reply {}

    /** Writes a growing answer in pieces. */
    @FunctionalInterface
    interface Body {
        void writeTo(Sink sink) throws ProblemException;
    }

    /** The destination of the pieces; each call waits until the piece is being sent. */
    @FunctionalInterface
    interface Sink {
        void write(String piece);
    }
}
