/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

/**
 * A range of a process's address space, and its resident size.
 *
 * @param start first address
 * @param end end, exclusive
 * @param permissions "rw-p": read, write, execute; shared or private
 * @param inode 0 for memory without a file
 * @param name of the file, or "[heap]", "[stack]", "[vdso]"; "" for anonymous memory
 * @param residentBytes bytes in RAM; pages that are mapped twice count twice
 */
public record Mapping(
        long start, long end, String permissions, long inode, String name, long residentBytes) {
    public long bytes() {
        return end - start;
    }

    /** Returns whether the mapping is neither of a file nor special to the kernel. */
    public boolean isAnonymous() {
        return inode == 0 && name.isEmpty();
    }

    /** Returns whether the range is only reserved: any access is an error. */
    public boolean isInaccessible() {
        return permissions.startsWith("---");
    }

    public boolean isExecutable() {
        return permissions.indexOf('x') >= 0;
    }

    public boolean isShared() {
        return permissions.endsWith("s");
    }
}
