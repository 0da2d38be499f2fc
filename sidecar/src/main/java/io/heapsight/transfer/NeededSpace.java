/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.proc.FileAccess;
import io.heapsight.proc.LocalFiles;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The space that a file of a target needs.
 *
 * @param bytes for the file alone
 * @param copyFolder the sidecar's folder for a copy of it, if any
 * @param bytesWithCopy for both, if they are on one file system
 * @param freedBytes bytes that are deleted in that folder before
 */
public record NeededSpace(
        long bytes, Optional<Path> copyFolder, long bytesWithCopy, long freedBytes) {
    /** Space for a file without regard to a copy. */
    static NeededSpace of(long bytes) {
        return new NeededSpace(bytes, Optional.empty(), bytes, 0);
    }

    /** The reason why a folder of the target has too little space; "" if it has enough. */
    String shortage(FileAccess files, Path folder) throws IOException {
        boolean shared = isShared(files, folder);
        long usable = files.usableBytes(folder) + (shared ? freedBytes : 0);
        if (usable >= (shared ? bytesWithCopy : bytes)) {
            return "";
        }
        String free = "has free " + new ByteSize(usable) + " only";
        return shared ? free + "; the file and its copy need " + new ByteSize(bytesWithCopy) : free;
    }

    /**
     * Whether the copy is on the same disk. The overlays of two containers have different devices,
     * but both have the free space of the disk below.
     */
    private boolean isShared(FileAccess files, Path folder) throws IOException {
        if (copyFolder.isEmpty()) {
            return false;
        }
        LocalFiles local = new LocalFiles();
        Path ours = copyFolder.get().toRealPath();
        // The root of a process is a link.
        if (files.status(folder.resolve(".")).device() == local.status(ours).device()) {
            return true;
        }
        long before = local.usableBytes(ours);
        long there = files.usableBytes(folder);
        long after = local.usableBytes(ours);
        return Math.min(before, after) <= there && there <= Math.max(before, after);
    }
}
