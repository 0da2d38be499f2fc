/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * Identifies the content of a dump by its size and a checksum of 64 samples of 4 KiB. The first
 * sample contains the time of the dump, the last one its end. A copy has the same fingerprint.
 */
public record DumpFingerprint(long bytes, long samples) {
    private static final int SAMPLES = 64;
    private static final int SAMPLE_BYTES = 4 << 10;

    /** Computes the fingerprint of a file. */
    public static DumpFingerprint of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            CRC32C sum = new CRC32C();
            ByteBuffer sample = ByteBuffer.allocate(SAMPLE_BYTES);
            for (int i = 0; i < SAMPLES; i++) {
                long at = Math.max(0, size - SAMPLE_BYTES) / (SAMPLES - 1) * i;
                at = i == SAMPLES - 1 ? Math.max(0, size - SAMPLE_BYTES) : at;
                sample.clear();
                int read = 0;
                while (sample.hasRemaining() && read >= 0) {
                    read = channel.read(sample, at + sample.position());
                }
                sum.update(sample.flip());
            }
            return new DumpFingerprint(size, sum.getValue());
        }
    }
}
