/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.unit.HeapHeadroom;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The compressed rows of a class histogram. Class names take a fifth to a tenth of their bytes, so
 * that 100,000 classes fit into a sidecar with a heap of 24 MiB. Rows are read in order, any number
 * of times.
 *
 * <pre>
 * varint    instances
 * varint    bytes
 * varint    bytes of the class name that follow
 *           class name, UTF-8
 * varint    bytes of the module that follow
 *           module with its version, UTF-8
 * </pre>
 *
 * <p>Stores at most {@value #MAX_COMPRESSED_BYTES} bytes; further rows, the smallest ones, are only
 * counted.
 */
public final class HistogramRows {
    static final int MAX_COMPRESSED_BYTES = 4 * 1024 * 1024;

    /** Maximum length of a class name; the JVM's own limit is 65,535 bytes. */
    static final int MAX_NAME_BYTES = 4096;

    /** An empty table. */
    public static final HistogramRows NONE = new Builder().build();

    private final List<byte[]> pieces;
    private final int size;
    private final InstanceCount totals;
    private final Omitted omitted;

    /**
     * Rows that were counted but not stored.
     *
     * @param classes number of skipped rows
     * @param count their instances and bytes, which are included in the totals
     */
    public record Omitted(int classes, InstanceCount count) {
        static final Omitted NOTHING = new Omitted(0, InstanceCount.NONE);
    }

    private HistogramRows(List<byte[]> pieces, int size, InstanceCount totals, Omitted omitted) {
        this.pieces = pieces;
        this.size = size;
        this.totals = totals;
        this.omitted = omitted;
    }

    /** Returns the number of stored rows. */
    public int size() {
        return size;
    }

    /** Returns instances and bytes of all rows, including skipped ones. */
    public InstanceCount totals() {
        return totals;
    }

    public Omitted omitted() {
        return omitted;
    }

    /** Returns the memory use. */
    long compressedBytes() {
        return pieces.stream().mapToLong(piece -> piece.length).sum();
    }

    /** Passes the first rows to a consumer. */
    public void forEach(int limit, Consumer<ClassHistogramRow> consumer) {
        try (HistogramCursor cursor = cursor()) {
            for (int i = 0; i < limit && cursor.next(); i++) {
                consumer.accept(cursor.row());
            }
        }
    }

    /** Opens a cursor before the first row. */
    public HistogramCursor cursor() {
        Inflater inflater = new Inflater();
        InputStream compressed =
                new SequenceInputStream(
                        Collections.enumeration(
                                pieces.stream().map(ByteArrayInputStream::new).toList()));
        return new HistogramCursor(
                new InflaterInputStream(compressed, inflater, 4096), inflater, size);
    }

    /** Adds rows, largest first. */
    static final class Builder implements AutoCloseable {
        private final Deflater deflater = new Deflater();
        private final Pieces pieces = new Pieces();
        private final DeflaterOutputStream out = new DeflaterOutputStream(pieces, deflater, 4096);
        private final byte[] number = new byte[10];
        private byte[] name = number;
        private int nameFrom;
        private int nameLength;
        private byte[] module = number;
        private int moduleLength;
        private int size;
        private long instances;
        private long bytes;
        private int omittedClasses;
        private long omittedInstances;
        private long omittedBytes;

        /** Sets the class name of the next row; the array is not retained. */
        void name(byte[] text, int from, int length) {
            name = text;
            nameFrom = from;
            nameLength = length;
        }

        /** Sets the module of the next row, which may be empty; the array is not retained. */
        void module(byte[] text, int length) {
            module = text;
            moduleLength = length;
        }

        /** Adds a row with the last name and module. */
        void add(long rowInstances, long rowBytes) {
            instances += rowInstances;
            bytes += rowBytes;
            if (omittedClasses > 0 || pieces.bytes >= MAX_COMPRESSED_BYTES) {
                omittedClasses++;
                omittedInstances += rowInstances;
                omittedBytes += rowBytes;
                return;
            }
            size++;
            try {
                write(rowInstances);
                write(rowBytes);
                int kept = Math.min(nameLength, MAX_NAME_BYTES);
                write(kept);
                out.write(name, nameFrom, kept);
                write(moduleLength);
                out.write(module, 0, moduleLength);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // in memory, so it cannot fail
            }
        }

        private void write(long value) throws IOException {
            int length = 0;
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                number[length++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            number[length++] = (byte) rest;
            out.write(number, 0, length);
        }

        HistogramRows build() {
            try {
                out.finish();
            } catch (IOException e) {
                throw new UncheckedIOException(e); // in memory, so it cannot fail
            }
            close();
            return new HistogramRows(
                    pieces.list(),
                    size,
                    new InstanceCount(instances, bytes),
                    new Omitted(omittedClasses, new InstanceCount(omittedInstances, omittedBytes)));
        }

        @Override
        public void close() {
            deflater.end();
        }
    }

    /** Memory that grows by pieces, so that nothing is copied. */
    private static final class Pieces extends OutputStream {
        private final List<byte[]> list = new ArrayList<>();
        private long bytes;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            HeapHeadroom.ensure(length);
            byte[] piece = new byte[length];
            System.arraycopy(from, offset, piece, 0, length);
            list.add(piece);
            bytes += length;
        }

        List<byte[]> list() {
            return List.copyOf(list);
        }
    }
}
