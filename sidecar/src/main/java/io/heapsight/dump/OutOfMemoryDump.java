/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.jvm.TargetJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * A heap dump that a JVM wrote by itself at an OutOfMemoryError. The file is open for reading,
 * because its name, its folder and its process may disappear.
 *
 * @param file its name in the target
 * @param writtenAt time of the last write
 */
public record OutOfMemoryDump(TargetJvm jvm, String file, FileChannel content, Instant writtenAt)
        implements AutoCloseable {
    private static final byte[] MAGIC = "JAVA PROFILE 1.0.".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    /** HEAP_DUMP_END: the tag, then time and length, both 0. */
    private static final byte[] END = {0x2C, 0, 0, 0, 0, 0, 0, 0, 0};

    /**
     * Returns whether the file starts with a heap dump header, or with the gzip header of {@code
     * -XX:HeapDumpGzipLevel}.
     */
    boolean isDump() throws IOException {
        return startsWith(MAGIC) || isCompressed();
    }

    boolean isCompressed() throws IOException {
        return startsWith(GZIP);
    }

    private boolean startsWith(byte[] bytes) throws IOException {
        return Arrays.equals(read(0, bytes.length), bytes);
    }

    /**
     * Returns whether the last record is the end record. JDK 8 writes no end record for dumps below
     * 2 GiB; in a compressed dump it is not visible.
     */
    public boolean hasEnd() throws IOException {
        return Arrays.equals(read(Math.max(0, content.size() - END.length), END.length), END);
    }

    private byte[] read(long from, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        int read = 0;
        while (read >= 0 && bytes.hasRemaining()) {
            read = content.read(bytes, from + bytes.position());
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
