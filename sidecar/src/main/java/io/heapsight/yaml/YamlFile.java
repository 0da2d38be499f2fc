/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.yaml;

import io.heapsight.unit.SmallFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads files that should be YAML, but may be anything, such as a heap dump. */
public final class YamlFile {
    private static final int MOST_BYTES = 1 << 20;

    private YamlFile() {}

    /**
     * Returns the text of a file.
     *
     * @throws IOException if it can't be read, is larger than 1 MiB or is not UTF-8
     */
    public static String read(Path file) throws IOException {
        byte[] bytes =
                SmallFile.read(file, MOST_BYTES)
                        .orElseThrow(() -> new IOException("it is larger than 1 MiB"));
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
}
