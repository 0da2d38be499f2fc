/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.unit.Progress;
import io.heapsight.unit.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Computes the SHA-256 of a file. Runs in a child process, because the computation is fast only
 * with a compiler that the sidecar disables.
 */
final class DumpDigest {
    private DumpDigest() {}

    /** Returns 64 hexadecimal digits. */
    static String sha256(Path file, Progress progress) throws IOException {
        long bytes = Files.size(file);
        return Sha256.of(file, done -> progress.at("checksum", done, bytes));
    }
}
