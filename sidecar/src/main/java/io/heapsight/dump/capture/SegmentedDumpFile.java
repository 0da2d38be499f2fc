/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of one dump: the requested path, and beside it FILE.p0, FILE.p1, … during the dump.
 *
 * @param files with the rights to access them
 * @param file as seen by the sidecar
 */
record SegmentedDumpFile(FileAccess files, Path file) {
    /** Bytes on disk; 0 if there is no file yet. */
    long bytes() {
        long bytes = bytes(file);
        for (int segment = 0; segment < DumpCommandOptions.THREADS; segment++) {
            bytes += bytes(file.resolveSibling(file.getFileName() + ".p" + segment));
        }
        return bytes;
    }

    private long bytes(Path each) {
        try {
            return files.status(each).bytes();
        } catch (IOException _) {
            return 0; // does not exist yet, or no longer
        }
    }

    /** Free bytes of the disk. */
    long usableBytes() throws IOException {
        return files.usableBytes(folder());
    }

    private Path folder() {
        return file.resolveSibling("");
    }

    boolean exists() {
        try {
            return files.status(file).isRegular();
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Unlinks the files. A JVM that is still writing can't be stopped: it continues in an unlinked
     * file. The space is freed as soon as the JVM closes that file.
     */
    void remove() throws IOException {
        for (Path each : existing()) {
            files.delete(each);
        }
    }

    /** Frees the space of the dump itself; its unwritten pages use no disk space. */
    void empty() throws IOException {
        if (exists()) {
            files.truncate(file);
        }
    }

    /**
     * Frees the space of the dump and of its segments, for which some file systems write unwritten
     * pages first. A JVM that is still writing continues: its further bytes use space until the
     * next call. If the file system can't punch holes, unlinks the segments. Truncation is no
     * alternative: a JVM copies a segment up to its earlier size, so it would never end. A missing
     * segment is an error of the dump.
     *
     * @see <a
     *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/share/services/heapDumper.cpp">DumpMerger::merge_file</a>
     */
    void discard() throws IOException {
        for (Path each : existing()) {
            if (each.equals(file)) {
                files.truncate(each);
            } else if (!files.punch(each)) {
                files.delete(each);
            }
        }
    }

    private List<Path> existing() throws IOException {
        String name = file.getFileName().toString();
        return files.list(folder()).stream()
                .filter(each -> each.equals(name) || each.matches("\\Q" + name + "\\E\\.p\\d+"))
                .map(file::resolveSibling)
                .toList();
    }
}
