/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of a file. Runs in a child process, because it is fast only with a compiler that the
 * sidecar disables.
 */
final class DumpDigest {
    private static final int BUFFER_BYTES = 64 * 1024;

    private DumpDigest() {}

    /** Returns 64 hexadecimal digits. */
    static String sha256(Path file, Progress progress) throws IOException {
        long bytes = Files.size(file);
        long done = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK supports SHA-256", e);
        }
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                done += n;
                progress.at("checksum", done, bytes);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
