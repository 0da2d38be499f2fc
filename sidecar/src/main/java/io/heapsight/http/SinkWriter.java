/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.io.Writer;

/** Sends what is written in pieces of some size. */
final class SinkWriter extends Writer {
    private static final int PIECE_CHARACTERS = 16 * 1024;

    private final Reply.Sink sink;
    private final StringBuilder piece = new StringBuilder(PIECE_CHARACTERS);

    SinkWriter(Reply.Sink sink) {
        this.sink = sink;
    }

    @Override
    public void write(char[] buffer, int offset, int length) {
        piece.append(buffer, offset, length);
        if (piece.length() >= PIECE_CHARACTERS) {
            send();
        }
    }

    /** Nothing is sent before the piece is full. */
    @Override
    public void flush() {}

    @Override
    public void close() {
        if (!piece.isEmpty()) {
            send();
        }
    }

    private void send() {
        sink.write(piece.toString());
        piece.setLength(0);
    }
}
