/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.ProblemException;
import io.heapsight.zstd.ZstdDecoder;
import io.heapsight.zstd.ZstdFormatException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/** Inflates a file that zstd has compressed. */
final class ZstdFile {
    private static final int WINDOW = 1 << 18;

    private ZstdFile() {}

    /**
     * Inflates all of it.
     *
     * @param warnings is told when the file was cut
     * @throws HprofFormatException when the data is corrupt, with the offset in the compressed file
     */
    static void inflate(FileChannel file, InflatedOutput out, List<String> warnings)
            throws IOException, ProblemException {
        ByteBuffer window = ByteBuffer.allocate(WINDOW).limit(0);
        try (Arena arena = Arena.ofConfined()) {
            ZstdDecoder decoder =
                    new ZstdDecoder(
                            arena, (into, from, length) -> read(file, window, into, from, length),
                            out::write);
            if (!decoder.decode()) {
                warnings.add(
                        "the zstd file was cut: "
                                + out.length()
                                + " bytes could be inflated, and are analysed as far as they go");
            }
        } catch (ZstdFormatException e) {
            throw new HprofFormatException(e.offset(), e.reason());
        }
    }

    private static int read(
            FileChannel file, ByteBuffer window, byte[] into, int from, int length)
            throws IOException {
        if (!window.hasRemaining()) {
            window.clear();
            int some = file.read(window);
            window.flip();
            if (some < 0) {
                return -1;
            }
        }
        int some = Math.min(length, window.remaining());
        window.get(into, from, some);
        return some;
    }
}
