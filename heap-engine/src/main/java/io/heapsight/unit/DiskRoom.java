/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps some of a disk free for whoever else writes to it. */
public final class DiskRoom {
    /** What stays free. */
    public static final long MARGIN_BYTES = 64L << 20;

    private DiskRoom() {}

    /**
     * Fails when a file of this size would leave less than the margin.
     *
     * @param directory where the file is to be
     * @throws IOException with what the disk has, as it reads after "could not hold it: "
     */
    public static void require(Path directory, long bytes) throws IOException {
        long usable = Files.getFileStore(directory).getUsableSpace();
        if (usable - MARGIN_BYTES < bytes) {
            throw new IOException(
                    "its disk has %s free, of which %s stay so"
                            .formatted(new ByteSize(usable), new ByteSize(MARGIN_BYTES)));
        }
    }
}
