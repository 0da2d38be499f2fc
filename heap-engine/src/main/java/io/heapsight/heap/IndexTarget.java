/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.explore.IndexLayout;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The target file of a heap explorer's index, and the size of its volume.
 *
 * @param file path of the index
 * @param diskBytes size limit of the volume of the dump and its index, which the free space doesn't
 *     show; Long.MAX_VALUE if unlimited
 */
record IndexTarget(Path file, long diskBytes) {
    /**
     * The reason why the volume may be too small; empty if it is large enough.
     *
     * @param dump the dump's file
     * @param dumpBytes inflated
     */
    Optional<String> shortage(Path dump, long dumpBytes) throws IOException {
        if (diskBytes == Long.MAX_VALUE) {
            return Optional.empty();
        }
        long stored = Files.size(dump);
        long inflated = stored == dumpBytes ? 0 : dumpBytes;
        long needed = stored + inflated + IndexLayout.mostBytes(dumpBytes);
        return needed <= diskBytes
                ? Optional.empty()
                : Optional.of(
                        "the dump and its index may take %s, and the disk has %s"
                                .formatted(new ByteSize(needed), new ByteSize(diskBytes)));
    }
}
