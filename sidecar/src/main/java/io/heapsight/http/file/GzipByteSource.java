/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.http.route.ByteSource;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A body that gzip compresses during the transfer, optimised for speed rather than size. */
public record GzipByteSource(ByteSource plain) implements ByteSource {
    private static final int PIECE = 64 * 1024;
    private static final int SMALL_PIECE = 8 * 1024;

    /** Compresses a small answer that consists of pieces. */
    public static byte[] of(List<byte[]> plain) {
        ByteArrayOutputStream gzipped = new ByteArrayOutputStream(SMALL_PIECE);
        try (Compressed out = new Compressed(gzipped, SMALL_PIECE)) {
            for (byte[] piece : plain) {
                out.write(piece);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("compressing into memory", e);
        }
        return gzipped.toByteArray();
    }

    @Override
    public void prepare() throws IOException, ProblemException {
        plain.prepare();
    }

    @Override
    public void writeTo(Sink sink) throws IOException, ProblemException {
        try (Compressed out = new Compressed(new Pieces(sink), PIECE)) {
            byte[] chunk = new byte[PIECE];
            plain.writeTo(
                    piece -> {
                        while (piece.hasRemaining()) {
                            int some = Math.min(chunk.length, piece.remaining());
                            piece.get(chunk, 0, some);
                            out.writeOrFail(chunk, some);
                        }
                    });
        }
    }

    @Override
    public void close() throws IOException {
        plain.close();
    }

    private static final class Compressed extends GZIPOutputStream {
        Compressed(OutputStream out, int piece) throws IOException {
            super(out, piece);
            def.setLevel(Deflater.BEST_SPEED);
        }

        /** Accepts all output. */
        void writeOrFail(byte[] bytes, int length) {
            try {
                write(bytes, 0, length);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Compressed pieces. */
    private static final class Pieces extends OutputStream {
        private final Sink sink;

        Pieces(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void write(int oneByte) {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            sink.write(ByteBuffer.wrap(bytes, from, length));
        }
    }
}
