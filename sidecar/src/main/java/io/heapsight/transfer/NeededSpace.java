/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.proc.FileAccess;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The disk space that a file of a target needs.
 *
 * @param bytes for the file alone
 * @param copyFolder the sidecar's folder for a copy of it, if any
 * @param bytesWithCopy for both, if they are on one file system
 * @param freedBytes bytes that are deleted in that folder beforehand
 */
public record NeededSpace(
        long bytes, Optional<Path> copyFolder, long bytesWithCopy, long freedBytes) {
    /**
     * Types of file systems on which the device identifies the disk. Others, such as overlay, btrfs
     * and zfs, have several devices on one disk.
     */
    private static final Set<String> OWN_DEVICE =
            Set.of("ext2", "ext3", "ext4", "xfs", "f2fs", "tmpfs", "ramfs");

    /** Creates the space of a file without a copy. */
    static NeededSpace of(long bytes) {
        return new NeededSpace(bytes, Optional.empty(), bytes, 0);
    }

    /**
     * Returns the reason why a folder of the target has too little space; "" if it has enough.
     *
     * @param folder as seen by the sidecar, below the target's root
     */
    String shortage(ProcFs procFs, int pid, Path folder) throws IOException {
        boolean shared = isShared(procFs, pid, folder);
        long usable = procFs.files().usableBytes(folder) + (shared ? freedBytes : 0);
        if (usable >= (shared ? bytesWithCopy : bytes)) {
            return "";
        }
        String free = "has free " + new ByteSize(usable) + " only";
        return shared ? free + "; the file and its copy need " + new ByteSize(bytesWithCopy) : free;
    }

    /**
     * Returns whether the copy is on the same disk. The overlays of two containers have different
     * devices, but share the free space of the disk below.
     */
    private boolean isShared(ProcFs procFs, int pid, Path folder) throws IOException {
        if (copyFolder.isEmpty()) {
            return false;
        }
        LocalFiles local = new LocalFiles();
        Path ours = copyFolder.get().toRealPath();
        FileAccess files = procFs.files();
        // The root of a process is a link.
        if (files.status(folder.resolve(".")).device() == local.status(ours).device()) {
            return true;
        }
        String named = "/" + procFs.rootOf(pid).relativize(folder);
        if (hasOwnDevice(procFs, Integer.toString(pid), named)
                && hasOwnDevice(ProcFs.system(), "self", ours.toString())) {
            return false;
        }
        long before = local.usableBytes(ours);
        long there = files.usableBytes(folder);
        long after = local.usableBytes(ours);
        return Math.min(before, after) <= there && there <= Math.max(before, after);
    }

    private static boolean hasOwnDevice(ProcFs procFs, String process, String folder) {
        try {
            return OWN_DEVICE.contains(procFs.fileSystemType(process, folder));
        } catch (IOException _) {
            return false; // unknown
        }
    }
}
