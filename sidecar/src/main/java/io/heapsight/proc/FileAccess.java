/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Performs the file operations that heapsight needs, and one query about threads: in this process,
 * or through another process with the required rights.
 */
public interface FileAccess {
    /**
     * Reads up to {@code maxBytes} bytes from {@code offset}; fewer at the end of the file. Opens
     * only regular files (such as those of /proc), so that a FIFO of a hostile target does not
     * block.
     */
    byte[] read(Path path, long offset, int maxBytes) throws IOException;

    /** Reads a whole file from its beginning as a stream; regular files only. */
    InputStream open(Path path) throws IOException;

    /** Reads the text of a symbolic link, unresolved. */
    String readLink(Path path) throws IOException;

    /** Lists the names in a directory, unordered. */
    List<String> list(Path directory) throws IOException;

    /** Whether the sidecar could create a file there. */
    boolean isWritable(Path directory) throws IOException;

    /** Reads the attributes of the path itself; doesn't follow a symbolic link. */
    FileStatus status(Path path) throws IOException;

    /**
     * Creates a small file that all users can read and load; the path must not exist. A partial
     * file is deleted.
     */
    void create(Path file, byte[] content) throws IOException;

    /** Deletes a file if it exists. */
    void delete(Path file) throws IOException;

    /**
     * Discards the content of a regular file and frees its space. A process that is writing it
     * continues at its own offset. Doesn't follow a symbolic link.
     */
    void truncate(Path file) throws IOException;

    /**
     * Frees the space of a regular file, which keeps its size and then reads as zeros. A process
     * that is writing it continues at its own offset, and one that copies it ends at the same size.
     * Doesn't follow a symbolic link.
     *
     * @return false if the file system can't; the file is then unchanged
     */
    boolean punch(Path file) throws IOException;

    /** Free bytes that the sidecar can use below a directory; 0 if unknown. */
    long usableBytes(Path directory) throws IOException;

    /**
     * Finds an address within the stack of each thread; 0 if it is unknown.
     *
     * @param threads ids as seen by the sidecar
     */
    long[] threadAddresses(List<Integer> threads) throws IOException;
}
