/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import io.heapsight.hprof.MadviseReadAhead;
import io.heapsight.unit.DiskHeadroom;
import io.heapsight.unit.OwnerOnlyAttributes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Maps a temporary file in place of memory; the file has no name and is deleted with its mapping.
 */
final class SpillFile {
    private static final int BLOCK_BYTES = 64 << 10;

    private SpillFile() {}

    /**
     * Maps a zeroed file for reading and writing until the arena is closed.
     *
     * @param isUsedInOrder whether access is sequential, so that reading ahead is useful
     * @throws IOException if the directory's disk lacks space for it and the margin
     */
    static MemorySegment map(Path directory, long bytes, boolean isUsedInOrder, Arena arena)
            throws IOException {
        DiskHeadroom.require(directory, bytes);
        Path file = Files.createTempFile(directory, "heapsight-", ".spill");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // With a full disk, a hole in the file would cause a SIGBUS, not an exception.
            ByteBuffer zeros = ByteBuffer.allocate(BLOCK_BYTES);
            for (long at = 0; at < bytes; at = channel.position()) {
                zeros.position(0).limit((int) Math.min(BLOCK_BYTES, bytes - at));
                channel.write(zeros);
            }
            MemorySegment mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            if (!isUsedInOrder) {
                MadviseReadAhead.avoid(mapping);
            }
            return mapping;
        } finally {
            delete(file);
        }
    }

    private static void delete(Path file) throws IOException {
        if (OwnerOnlyAttributes.isPosix(file)) {
            Files.delete(file);
        } else {
            file.toFile().deleteOnExit();
        }
    }
}
