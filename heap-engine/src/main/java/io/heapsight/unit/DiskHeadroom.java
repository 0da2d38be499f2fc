/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps a part of a disk free for other programs. */
public final class DiskHeadroom {
    /** Bytes that stay free. */
    public static final long MARGIN_BYTES = 64L << 20;

    private DiskHeadroom() {}

    /**
     * Fails if a file of this size would leave less than the margin.
     *
     * @param directory directory of the file
     * @throws IOException with the disk's free bytes, in words that follow "could not hold it: "
     */
    public static void require(Path directory, long bytes) throws IOException {
        long usable = Files.getFileStore(directory).getUsableSpace();
        if (usable - MARGIN_BYTES < bytes) {
            throw new IOException(
                    "its disk has %s free, and %s must stay free"
                            .formatted(new ByteSize(usable), new ByteSize(MARGIN_BYTES)));
        }
    }
}
