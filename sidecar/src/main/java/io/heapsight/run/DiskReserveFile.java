/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A spare file that is deleted when the disk is full, to make room for the last lines of runs. */
record DiskReserveFile(Path file) {
    private static final int BYTES = 64 * 1024;

    /** Writes lines that take effect only together. */
    @FunctionalInterface
    interface Writing {
        void write() throws IOException;
    }

    void keep() throws IOException {
        if (!Files.exists(file)) {
            DurableFiles.write(file, " ".repeat(BYTES));
        }
    }

    /** Writes lines; if that fails, deletes the reserve and tries once more. */
    void write(Writing writing) throws IOException {
        try {
            writing.write();
        } catch (IOException e) {
            Files.deleteIfExists(file);
            writing.write();
        }
    }
}
