/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * Inflates a file that zstd has compressed. Its header gives the size of the window; the decoder
 * holds the window in the Java heap several times.
 *
 * <pre>
 *   28 B5 2F FD, descriptor (u1), window (u1) unless the frame is one segment,
 *   dictionary (0, 1, 2 or 4 bytes), size of the contents (little-endian)
 * </pre>
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878">RFC 8878</a>
 */
final class ZstdFile {
    /** The first bytes of a file. */
    static final String MAGIC = "(\u00b5/\u00fd";

    private static final int CHUNK = 1 << 18;
    private static final int LONGEST_HEADER = 18;
    private static final int DESCRIPTOR = 4;
    private static final int SINGLE_SEGMENT = 1 << 5;
    private static final int[] DICTIONARY_BYTES = {0, 1, 2, 4};

    /** The Java heap must hold the window this many times. */
    private static final int HEAP_PER_WINDOW = 5;

    private ZstdFile() {}

    /**
     * Inflates a whole file.
     *
     * @param warnings receives a warning if the file was cut
     * @throws ProblemException if its window doesn't fit into the Java heap
     * @throws HprofFormatException if the data is corrupt, with the offset in the compressed file
     */
    static void inflate(FileChannel file, InflatedOutput out, List<String> warnings)
            throws IOException, ProblemException {
        requireHeap(windowBytes(file));
        byte[] chunk = new byte[CHUNK];
        file.position(0);
        try (InputStream in = new ZstdInputStream(Channels.newInputStream(file))) {
            for (int some = read(file, in, chunk, out, warnings);
                    some >= 0;
                    some = read(file, in, chunk, out, warnings)) {
                out.write(ByteBuffer.wrap(chunk, 0, some), file.position());
            }
        }
    }

    /** Reads inflated bytes; none after the end of the file. */
    private static int read(
            FileChannel file,
            InputStream in,
            byte[] chunk,
            InflatedOutput out,
            List<String> warnings)
            throws IOException {
        try {
            return in.read(chunk);
        } catch (MalformedInputException | IndexOutOfBoundsException e) {
            // The decoder doesn't check all its input.
            throw new HprofFormatException(
                    file.position(), "corrupt zstd data before this offset: " + e.getMessage());
        } catch (IOException e) {
            if (file.position() < file.size()) {
                throw e;
            }
            warnings.add(
                    "the zstd file was cut: "
                            + out.length()
                            + " bytes could be inflated, and are analysed as far as they go");
            return -1;
        }
    }

    private static void requireHeap(long windowBytes) throws ProblemException {
        long heap = Runtime.getRuntime().maxMemory();
        if (Long.compareUnsigned(windowBytes, heap / HEAP_PER_WINDOW) > 0) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The zstd file takes too much memory to inflate",
                    "it was compressed with a window of %s, and the Java heap has %s"
                            .formatted(new ByteSize(windowBytes), new ByteSize(heap)),
                    "unpack it first: zstd -d --long=31 FILE");
        }
    }

    /** The window size of the first frame; 0 without a header. */
    private static long windowBytes(FileChannel file) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(LONGEST_HEADER).order(ByteOrder.LITTLE_ENDIAN);
        file.read(head, 0);
        int descriptor = head.get(DESCRIPTOR) & 0xFF;
        if ((descriptor & SINGLE_SEGMENT) == 0) {
            int window = head.get(DESCRIPTOR + 1) & 0xFF;
            long base = 1L << (10 + (window >> 3));
            return base + base / 8 * (window & 7);
        }
        int at = DESCRIPTOR + 1 + DICTIONARY_BYTES[descriptor & 3];
        return switch (descriptor >> 6) {
            case 0 -> head.get(at) & 0xFF;
            case 1 -> (head.getShort(at) & 0xFFFF) + 256;
            case 2 -> Integer.toUnsignedLong(head.getInt(at));
            default -> head.getLong(at) < 0 ? Long.MAX_VALUE : head.getLong(at);
        };
    }
}
