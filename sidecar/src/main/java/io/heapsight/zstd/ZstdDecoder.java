/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.zstd;

import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/**
 * Decompresses the frames of a zstd file one after the other.
 *
 * <pre>
 *   28 B5 2F FD, descriptor (u1), window (u1), dictionary, size of the contents, blocks, checksum (u4)
 *   block: last (1 bit), type (2 bits), size (21 bits), little-endian; that many bytes
 *   50..5F 2A 4D 18, n (u4): n bytes to be skipped
 * </pre>
 *
 * The checksum is not verified: a heap dump tells itself where it is broken.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878">RFC 8878</a>
 */
public final class ZstdDecoder {
    static final int LARGEST_BLOCK = 1 << 17;

    /** As zstd itself takes without being asked. */
    private static final long LARGEST_WINDOW = 128L << 20;

    private static final int MAGIC = 0xFD2F_B528;
    private static final int SKIPPABLE = 0x184D_2A50;
    private static final int SKIPPABLE_MASK = 0xFFFF_FFF0;
    private static final int BLOCK_HEADER = 3;

    private final Source in;
    private final Sink out;
    private final byte[] block = new byte[LARGEST_BLOCK + BitsBackward.PADDING];
    private final byte[] header = new byte[Long.BYTES];
    private final Literals literals = new Literals();
    private final Window window;
    private final Sequences sequences;
    private long offset;

    /** Where compressed bytes come from. */
    @FunctionalInterface
    public interface Source {
        /** Reads up to so many bytes; -1 at the end. */
        int read(byte[] into, int from, int length) throws IOException;
    }

    /** Where decompressed bytes go. */
    @FunctionalInterface
    public interface Sink {
        /** Takes all bytes of a buffer, up to an offset in the compressed file. */
        void write(ByteBuffer data, long compressedOffset) throws IOException, ProblemException;
    }

    /**
     * For one file.
     *
     * @param arena of the window, up to 256 MiB
     */
    public ZstdDecoder(Arena arena, Source in, Sink out) {
        this.in = in;
        this.out = out;
        this.window = new Window(arena);
        this.sequences = new Sequences(literals, window);
    }

    /** Whether a file that begins so is compressed by zstd. */
    public static boolean isMagic(byte[] head) {
        if (head.length < Integer.BYTES) {
            return false;
        }
        int magic = (int) little(head, Integer.BYTES);
        return magic == MAGIC || (magic & SKIPPABLE_MASK) == SKIPPABLE;
    }

    /**
     * Decompresses all frames.
     *
     * @return false when the file was cut; what could be decompressed was written
     * @throws ZstdFormatException when the data is corrupt
     */
    public boolean decode() throws IOException, ProblemException {
        while (true) {
            long frame = offset;
            int read = readUpTo(header, Integer.BYTES);
            if (read == 0 && frame > 0) {
                return true;
            }
            if (read < Integer.BYTES) {
                return false;
            }
            int magic = (int) little(header, Integer.BYTES);
            boolean whole;
            if ((magic & SKIPPABLE_MASK) == SKIPPABLE) {
                whole = skip();
            } else if (magic == MAGIC) {
                whole = frame(frame);
            } else {
                throw new ZstdFormatException(frame, "no zstd frame begins here");
            }
            if (!whole) {
                return false;
            }
        }
    }

    private boolean skip() throws IOException {
        if (readUpTo(header, Integer.BYTES) < Integer.BYTES) {
            return false;
        }
        long left = little(header, Integer.BYTES);
        while (left > 0) {
            int some = readUpTo(block, (int) Math.min(left, LARGEST_BLOCK));
            if (some == 0) {
                return false;
            }
            left -= some;
        }
        return true;
    }

    private boolean frame(long begin) throws IOException, ProblemException {
        if (readUpTo(header, 1) < 1) {
            return false;
        }
        int descriptor = header[0] & 0xFF;
        boolean single = (descriptor & 0x20) != 0;
        if ((descriptor & 0x08) != 0) {
            throw new ZstdFormatException(begin, "the frame is of an unknown kind");
        }
        long size = 0;
        if (!single) {
            if (readUpTo(header, 1) < 1) {
                return false;
            }
            long base = 1L << (10 + (header[0] >> 3 & 31));
            size = base + base / 8 * (header[0] & 7);
        }
        int dictionaryBytes = (1 << (descriptor & 3)) >> 1;
        int sizeBytes = descriptor >> 6 == 0 ? (single ? 1 : 0) : 1 << (descriptor >> 6);
        if (readUpTo(header, dictionaryBytes) < dictionaryBytes) {
            return false;
        }
        if (little(header, dictionaryBytes) != 0) {
            throw new ZstdFormatException(begin, "the frame needs a dictionary");
        }
        if (readUpTo(header, sizeBytes) < sizeBytes) {
            return false;
        }
        if (single) {
            size = little(header, sizeBytes) + (sizeBytes == 2 ? 256 : 0);
        }
        if (size < 0 || size > LARGEST_WINDOW) {
            throw new ZstdFormatException(
                    begin, "the frame needs a window of " + size + " bytes: unpack it first");
        }
        window.reset((int) size);
        literals.reset();
        sequences.reset();
        return blocks() && ((descriptor & 4) == 0 || readUpTo(header, 4) == 4);
    }

    private boolean blocks() throws IOException, ProblemException {
        boolean last = false;
        while (!last) {
            long begin = offset;
            if (readUpTo(header, BLOCK_HEADER) < BLOCK_HEADER) {
                return false;
            }
            int head = (int) little(header, BLOCK_HEADER);
            last = (head & 1) != 0;
            int type = head >> 1 & 3;
            int size = head >> 3;
            int stored = type == 1 ? 1 : size;
            if (size > LARGEST_BLOCK || type == 3) {
                throw new ZstdFormatException(begin, "no block is like this");
            }
            if (readUpTo(block, stored) < stored) {
                return false;
            }
            window.makeRoom();
            block(begin, type, size);
            out.write(window.take(), offset);
        }
        return true;
    }

    private void block(long begin, int type, int size) {
        switch (type) {
            case 0 -> window.write(block, 0, size);
            case 1 -> window.fill(block[0], size);
            default -> {
                try {
                    sequences.decode(block, literals.read(block, 0, size), size);
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    throw new ZstdFormatException(
                            begin, "the zstd data is corrupt: " + e.getMessage());
                }
            }
        }
    }

    /** Fewer only at the end of the file. */
    private int readUpTo(byte[] into, int length) throws IOException {
        int read = 0;
        while (read < length) {
            int some = in.read(into, read, length - read);
            if (some < 0) {
                break;
            }
            read += some;
        }
        offset += read;
        return read;
    }

    private static long little(byte[] from, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (from[i] & 0xFFL) << (8 * i);
        }
        return value;
    }
}
