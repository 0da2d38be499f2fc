/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates gzip members one by one, up to the end of the file or its cut. */
final class GzipMemberInflater implements AutoCloseable {
    private static final int CHUNK = 1 << 18;
    private static final int TRAILER = 8;

    private final CompressedFileWindow in;
    private final InflatedOutput out;
    private final List<String> warnings;
    private final Inflater inflater = new Inflater(true);
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
    private final CRC32 crc = new CRC32();

    /**
     * @param warnings receives a warning if the file was cut or continues with other data
     */
    GzipMemberInflater(CompressedFileWindow in, InflatedOutput out, List<String> warnings) {
        this.in = in;
        this.out = out;
        this.warnings = warnings;
    }

    /**
     * Inflates all members from the input's offset.
     *
     * @throws HprofFormatException if the data is corrupt, with the offset in the compressed file
     */
    void inflate() throws IOException, ProblemException {
        boolean first = in.offset() == 0;
        while (in.ahead(GzipHeader.LONGEST).hasRemaining()) {
            ByteBuffer ahead = in.ahead(GzipHeader.LONGEST);
            GzipHeader header = GzipHeader.read(ahead);
            if (header.malformed() && !first) {
                warnings.add(
                        "the bytes after the gzip data, from offset "
                                + in.offset()
                                + ", are not read");
                return;
            }
            if (header.malformed()) {
                throw new HprofFormatException(in.offset(), "not a gzip header");
            }
            if (header.length() < 0) {
                warnCut();
                return;
            }
            ahead.position(ahead.position() + header.length());
            if (!member()) {
                warnCut();
                return;
            }
            first = false;
        }
    }

    private void warnCut() {
        warnings.add(
                "the gzip file was cut: "
                        + out.length()
                        + " bytes could be inflated, and are analysed as far as they go");
    }

    /** Inflates the data after a header; false if it was cut. */
    private boolean member() throws IOException, ProblemException {
        inflater.reset();
        crc.reset();
        while (!inflater.finished()) {
            boolean atEnd = !in.ahead(1).hasRemaining();
            inflateSome(in.ahead(1));
            if (chunk.position() == 0 && atEnd && !inflater.finished()) {
                return false;
            }
            chunk.flip();
            crc.update(chunk.duplicate());
            out.write(chunk, in.offset());
        }
        ByteBuffer trailer = in.ahead(TRAILER);
        if (trailer.remaining() < TRAILER) {
            return false;
        }
        long at = in.offset();
        trailer.order(ByteOrder.LITTLE_ENDIAN);
        boolean sound =
                trailer.getInt() == (int) crc.getValue()
                        && trailer.getInt() == (int) inflater.getBytesWritten();
        if (!sound) {
            throw new HprofFormatException(at, "the gzip data's checksum or length is wrong");
        }
        out.write(trailer.slice(0, 0), in.offset());
        return true;
    }

    private void inflateSome(ByteBuffer ahead) {
        chunk.clear();
        inflater.setInput(ahead);
        try {
            int some = 1;
            while (some > 0 && chunk.hasRemaining()) {
                some = inflater.inflate(chunk);
            }
        } catch (DataFormatException e) {
            throw new HprofFormatException(
                    in.offset(), "the gzip data is corrupt: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
