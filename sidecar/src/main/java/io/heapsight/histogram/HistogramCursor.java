/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.unit.VisibleText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Inflater;

/**
 * Reads the rows of a {@link HistogramRows} one by one; creates Strings only for requested rows.
 * Must be closed, since it holds memory outside the Java heap.
 */
public final class HistogramCursor implements AutoCloseable {
    /** Random per process, so that no one can construct classes with equal keys. */
    private static final long SEED = System.nanoTime() | 1;

    private static final byte[] FILLER_ARRAY =
            ClassHistogramRow.FILLER_ARRAY.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FILLER_OBJECT =
            ClassHistogramRow.FILLER_OBJECT.getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final Inflater inflater;
    private final int size;
    private final byte[] buffer = new byte[4096];
    private int position;
    private int limit;
    private int read;
    private long instances;
    private long bytes;
    private byte[] text = new byte[256];
    private int nameLength;
    private int moduleLength;

    /**
     * @param inflater of {@code in}
     * @param size number of rows
     */
    HistogramCursor(InputStream in, Inflater inflater, int size) {
        this.in = in;
        this.inflater = inflater;
        this.size = size;
    }

    /** Moves to the next row; returns false if there is none. */
    public boolean next() {
        if (read == size) {
            return false;
        }
        read++;
        try {
            instances = varint();
            bytes = varint();
            nameLength = (int) varint();
            fill(0, nameLength);
            moduleLength = (int) varint();
            fill(nameLength, moduleLength);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: this class wrote the data
        }
        return true;
    }

    long instances() {
        return instances;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the current row. */
    public ClassHistogramRow row() {
        return new ClassHistogramRow(
                string(0, nameLength), string(nameLength, moduleLength), instances, bytes);
    }

    /** Returns whether the row is padding between objects. */
    boolean isFiller() {
        return is(FILLER_ARRAY) || is(FILLER_OBJECT);
    }

    /**
     * Returns a 64-bit key of the class, from its name and its module without version. The
     * probability that two of 100,000 classes share a key is 1 in 3 billion.
     */
    long key() {
        int end = nameLength;
        int last = nameLength + moduleLength;
        while (end < last && text[end] != '@') {
            end++;
        }
        return hash(nameLength, end, hash(0, nameLength, SEED) + nameLength);
    }

    private long hash(int from, int end, long seed) {
        long hash = seed;
        for (int i = from; i < end; i++) {
            hash = (hash ^ (text[i] & 0xff)) * 0x9e3779b97f4a7c15L;
            hash ^= hash >>> 32;
        }
        return hash;
    }

    private boolean is(byte[] name) {
        return nameLength == name.length
                && Arrays.equals(text, 0, nameLength, name, 0, name.length);
    }

    private String string(int from, int length) {
        return VisibleText.of(new String(text, from, length, StandardCharsets.UTF_8));
    }

    private void fill(int at, int length) throws IOException {
        if (at + length > text.length) {
            text = Arrays.copyOf(text, at + length + 256);
        }
        int done = 0;
        while (done < length) {
            if (position == limit) {
                refill();
            }
            int count = Math.min(length - done, limit - position);
            System.arraycopy(buffer, position, text, at + done, count);
            position += count;
            done += count;
        }
    }

    private long varint() throws IOException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            if (position == limit) {
                refill();
            }
            byte b = buffer[position++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }

    private void refill() throws IOException {
        limit = in.read(buffer, 0, buffer.length);
        position = 0;
        if (limit <= 0) {
            throw new EOFException("histogram rows end early");
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
