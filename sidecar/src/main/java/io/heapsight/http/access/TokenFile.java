/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.access;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * The file of the bearer token. The sidecar reads the file for each token that a caller sends,
 * which is rare. So a rotated or removed token takes effect at once, however the file is replaced.
 */
public final class TokenFile {
    /** Maximum size of the file. */
    public static final int MAX_BYTES = 4096;

    private final Path path;

    private TokenFile(Path path) {
        this.path = path;
    }

    /**
     * Opens the file and checks that it contains a token.
     *
     * @throws ProblemException if the file can't be read or contains no token
     */
    public static TokenFile open(Path path) throws ProblemException {
        TokenFile file = new TokenFile(path);
        if (file.read().isEmpty()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "No token in the token file",
                    "HEAPSIGHT_TOKEN_FILE=%s is unreadable, empty, or longer than %d bytes."
                            .formatted(path, MAX_BYTES),
                    "Write one line with the token to it (openssl rand -hex 32), readable for"
                            + " the sidecar's user.");
        }
        return file;
    }

    /**
     * Compares a token; blocks for a file read. The comparison takes the same time wherever the
     * tokens differ.
     */
    boolean matches(String shown) {
        return read().map(
                        token ->
                                MessageDigest.isEqual(
                                        token.getBytes(StandardCharsets.UTF_8),
                                        shown.getBytes(StandardCharsets.UTF_8)))
                .orElse(false);
    }

    private Optional<String> read() {
        try {
            return SmallFile.read(path, MAX_BYTES)
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
                    .filter(token -> !token.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
