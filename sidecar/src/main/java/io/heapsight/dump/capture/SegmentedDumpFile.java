/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The files that a JVM makes of one dump: the one that it was told, and beside it FILE.p0, FILE.p1,
 * … while it works.
 *
 * @param files with the rights to look there
 * @param file as we reach it
 */
record SegmentedDumpFile(FileAccess files, Path file) {
    /** Bytes on the disk; 0 where nothing is yet. */
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
            return 0; // not there yet, or not any more
        }
    }

    boolean exists() {
        try {
            return files.status(file).isRegular();
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Takes their names away. A JVM that still writes goes on into a file without a name, whose
     * room is free as soon as the JVM closes it; there is no way to make it stop.
     */
    void remove() throws IOException {
        String name = file.getFileName().toString();
        for (String each : files.list(file.resolveSibling(""))) {
            if (each.equals(name) || each.matches("\\Q" + name + "\\E\\.p\\d+")) {
                files.delete(file.resolveSibling(each));
            }
        }
    }
}
