/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Bytes of an answer, ready to be sent; releases its resources when it is closed. */
public interface ByteSource extends AutoCloseable {
    /** The destination of the bytes. */
    @FunctionalInterface
    interface Sink {
        /** Sends the remaining bytes of a buffer, which can be reused when this returns. */
        void write(ByteBuffer piece);
    }

    /**
     * Performs the steps that may fail before the answer starts.
     *
     * @throws ProblemException becomes the answer
     */
    default void prepare() throws IOException, ProblemException {}

    /**
     * Sends all bytes.
     *
     * @throws ProblemException if they can't be created
     */
    void writeTo(Sink sink) throws IOException, ProblemException;

    @Override
    void close() throws IOException;
}
