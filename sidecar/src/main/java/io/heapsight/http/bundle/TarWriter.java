/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

/**
 * Writes regular files into a POSIX.1-1988 tar archive (ustar): names of 100 bytes at most, in
 * ASCII.
 */
final class TarWriter implements AutoCloseable {
    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int CHECKSUM_AT = 148;
    private static final int CHECKSUM_BYTES = 8;

    private final OutputStream out;
    private final Instant time;

    /**
     * @param time of all files
     */
    TarWriter(OutputStream out, Instant time) {
        this.out = out;
        this.time = time;
    }

    void add(String name, byte[] content) throws IOException {
        out.write(header(name, content.length));
        out.write(content);
        out.write(new byte[Math.floorMod(-content.length, BLOCK)]);
    }

    private byte[] header(String name, long bytes) {
        if (name.length() > NAME) {
            throw new IllegalArgumentException("a long name: " + name);
        }
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, octal(bytes));
        put(header, 136, octal(time.getEpochSecond()));
        put(header, CHECKSUM_AT, " ".repeat(CHECKSUM_BYTES));
        put(header, 156, "0");
        put(header, 257, "ustar\0" + "00");
        int sum = 0;
        for (byte each : header) {
            sum += Byte.toUnsignedInt(each);
        }
        put(header, CHECKSUM_AT, String.format(Locale.ROOT, "%06o\0 ", sum));
        return header;
    }

    private static String octal(long number) {
        return String.format(Locale.ROOT, "%011o", number);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    /** Ends the archive. */
    @Override
    public void close() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.close();
    }
}
