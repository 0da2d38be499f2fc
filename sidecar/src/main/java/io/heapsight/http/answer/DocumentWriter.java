/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.answer;

import io.vertx.core.buffer.Buffer;
import java.io.Writer;

/**
 * Sends a document: a small one as a whole, with its length; a large one in pieces while it is
 * written, so that memory never holds all of it.
 */
final class DocumentWriter extends Writer {
    private static final int PIECE_CHARACTERS = 32 * 1024;

    private final ResponseWriter out;
    private final int status;
    private final String contentType;
    private final StringBuilder piece = new StringBuilder();
    private boolean inPieces;

    DocumentWriter(ResponseWriter out, int status, String contentType) {
        this.out = out;
        this.status = status;
        this.contentType = contentType;
    }

    @Override
    public void write(char[] buffer, int offset, int length) {
        piece.append(buffer, offset, length);
        if (piece.length() >= PIECE_CHARACTERS) {
            sendPiece();
        }
    }

    /** Sends nothing: pieces are sent when they are full. */
    @Override
    public void flush() {}

    /** Sends the rest: the document is complete. */
    @Override
    public void close() {
        if (inPieces) {
            sendPiece();
            out.endStream();
        } else {
            out.sendWhole(status, contentType, Buffer.buffer(piece.toString()));
        }
    }

    private void sendPiece() {
        if (!inPieces) {
            inPieces = true;
            out.startStream(status, contentType);
        }
        if (!out.isHead() && !piece.isEmpty()) {
            out.writePiece(piece.toString());
        }
        piece.setLength(0);
    }
}
