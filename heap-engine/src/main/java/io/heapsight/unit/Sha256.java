/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/** Computes SHA-256 digests. */
public final class Sha256 {
    private static final int BUFFER_BYTES = 64 * 1024;

    private Sha256() {}

    /** Begins a digest. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime supports it", e);
        }
    }

    /** Returns the 64 hexadecimal digits of a digest, and resets it. */
    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Returns the 64 hexadecimal digits of a file's digest.
     *
     * @param progress receives the number of bytes read so far; its exception ends the reading
     */
    public static String of(Path file, LongConsumer progress) throws IOException {
        MessageDigest digest = begin();
        byte[] buffer = new byte[BUFFER_BYTES];
        long done = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                done += read;
                progress.accept(done);
            }
        }
        return hex(digest);
    }
}
