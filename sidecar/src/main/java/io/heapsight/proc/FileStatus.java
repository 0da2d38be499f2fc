/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

/**
 * The status of a file, as stat(2) reports it.
 *
 * @param mode type and permissions, as in {@code st_mode}
 * @param inode as in {@code st_ino}
 * @param uid of the owner
 * @param bytes as in {@code st_size}
 * @param device as in {@code st_dev}: files with the same number share the space of a file system
 */
public record FileStatus(int mode, long inode, int uid, long bytes, long device) {
    private static final int TYPE = 0170000;
    private static final int SYMBOLIC_LINK = 0120000;
    private static final int REGULAR = 0100000;
    private static final int SOCKET = 0140000;
    private static final int DIRECTORY = 0040000;

    public boolean isSymbolicLink() {
        return (mode & TYPE) == SYMBOLIC_LINK;
    }

    public boolean isRegular() {
        return (mode & TYPE) == REGULAR;
    }

    public boolean isDirectory() {
        return (mode & TYPE) == DIRECTORY;
    }

    public boolean isSocket() {
        return (mode & TYPE) == SOCKET;
    }
}
