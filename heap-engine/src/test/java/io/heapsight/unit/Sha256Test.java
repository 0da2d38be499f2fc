/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {
    /** The example of FIPS 180-2. */
    private static final String OF_ABC =
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir private Path folder;

    @Test
    void digestIsThatOfTheStandard() throws IOException {
        MessageDigest digest = Sha256.begin();
        digest.update("abc".getBytes(StandardCharsets.US_ASCII));
        assertThat(Sha256.hex(digest)).isEqualTo(OF_ABC);
        assertThat(Sha256.of(Files.writeString(folder.resolve("abc"), "abc"), _ -> {}))
                .isEqualTo(OF_ABC);
    }

    @Test
    void progressEndsWithTheSizeAndItsExceptionEndsTheReading() throws IOException {
        Path file = Files.write(folder.resolve("large"), new byte[200_000]);
        List<Long> progress = new ArrayList<>();
        Sha256.of(file, progress::add);
        assertThat(progress).isSorted().endsWith(200_000L);
        assertThatThrownBy(
                        () ->
                                Sha256.of(
                                        file,
                                        _ -> {
                                            throw new CancellationException("enough");
                                        }))
                .isInstanceOf(CancellationException.class);
    }
}
