/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads files that should be small, but may be anything that a user has named. */
public final class SmallFile {
    private SmallFile() {}

    /**
     * Returns the content; empty if the file is larger than the maximum.
     *
     * @throws IOException if the file can't be read
     */
    public static Optional<byte[]> read(Path file, int mostBytes) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(mostBytes + 1);
            return bytes.length > mostBytes ? Optional.empty() : Optional.of(bytes);
        }
    }
}
