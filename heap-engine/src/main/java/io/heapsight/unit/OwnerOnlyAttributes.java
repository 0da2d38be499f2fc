/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Attributes of new files and folders that only their owner can read. On Windows, which has no
 * POSIX permissions, they inherit the access list of their folder.
 */
public final class OwnerOnlyAttributes {
    private static final FileAttribute<?>[] INHERITED = {};

    private OwnerOnlyAttributes() {}

    /** Attributes of a new file. */
    public static FileAttribute<?>[] file(Path file) {
        return attributes(file, "rw-------");
    }

    /** Attributes of a new folder. */
    public static FileAttribute<?>[] folder(Path folder) {
        return attributes(folder, "rwx------");
    }

    /**
     * Returns whether the path is on a system with POSIX permissions. Only such a system can open
     * folders, and delete mapped files.
     */
    public static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : INHERITED;
    }
}
