/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Bytes of an answer, ready to be sent; whatever it holds is let go when it is closed. */
public interface ByteSource extends AutoCloseable {
    /** Where the bytes go. */
    @FunctionalInterface
    interface Sink {
        /** Sends what is left in a piece; it can be filled again when this returns. */
        void write(ByteBuffer piece);
    }

    /**
     * Does what may fail before the answer begins.
     *
     * @throws ProblemException the answer then
     */
    default void prepare() throws IOException, ProblemException {}

    /**
     * Sends all of it.
     *
     * @throws ProblemException when it can't be made
     */
    void writeTo(Sink sink) throws IOException, ProblemException;

    @Override
    void close() throws IOException;
}
