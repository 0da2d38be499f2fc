/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.http.route.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A part of an open file. A file that is deleted during the download is still sent completely. Does
 * not use sendfile(2), which does not distinguish a caller who has stopped reading from a slow one.
 */
public record FilePart(FileChannel file, long offset, long length) implements ByteSource {
    private static final int PIECE = 128 * 1024;

    public static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    @Override
    public void writeTo(Sink sink) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect((int) Math.min(PIECE, Math.max(1, length)));
        for (long sent = 0; sent < length; sent += piece.limit()) {
            piece.clear();
            piece.limit((int) Math.min(piece.capacity(), length - sent));
            if (file.read(piece, offset + sent) <= 0) {
                throw new EOFException("the file became shorter");
            }
            piece.flip();
            sink.write(piece);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
