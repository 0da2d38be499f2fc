/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Performs the few file operations that are needed: in this process, or through another one that
 * has the rights.
 */
public interface FileAccess {
    /**
     * Reads up to {@code maxBytes} bytes from {@code offset}; fewer at the end of the file. Only
     * regular files (as those of /proc are) are opened, so that a FIFO of a hostile target blocks
     * nobody.
     */
    byte[] read(Path path, long offset, int maxBytes) throws IOException;

    /** Reads all of a file from its beginning, as it comes; regular files only, too. */
    InputStream open(Path path) throws IOException;

    /** The text of a symbolic link, unresolved. */
    String readLink(Path path) throws IOException;

    /** The names in a directory, in no order. */
    List<String> list(Path directory) throws IOException;

    /** Whether we could create a file there. */
    boolean isWritable(Path directory) throws IOException;

    /** What the path itself is; a symbolic link is not followed. */
    FileStatus status(Path path) throws IOException;

    /**
     * Makes a small file, which everyone can read and load; nothing may be there. A part of it is
     * not left.
     */
    void create(Path file, byte[] content) throws IOException;

    /** Removes a file, if it is there. */
    void delete(Path file) throws IOException;

    /** Bytes that we could still write below a directory; 0 when that can't be told. */
    long usableBytes(Path directory) throws IOException;
}
