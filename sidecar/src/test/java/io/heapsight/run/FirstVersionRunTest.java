/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of the first version: its document, and its file in the data directory. */
class FirstVersionRunTest {
    @TempDir private Path data;

    @Test
    void documentRoundTrips() throws IOException {
        try (InputStream in = resource("first-version.json")) {
            assertThat(written(RunJsonReader.read(in))).isEqualTo(document());
        }
    }

    @Test
    void fileRoundTrips() throws Exception {
        try (InputStream in = resource("first-version.run")) {
            Files.copy(in, Files.createDirectory(data.resolve("runs")).resolve("INFO#1.run"));
        }
        RunStore store = RunStore.open(data, 9);

        assertThat(written(store.read(new RunName("INFO#1")))).isEqualTo(document());
        assertThat(store.list()).hasSize(1);
    }

    private static String document() throws IOException {
        try (InputStream in = resource("first-version.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static String written(Run run) {
        return RunJsonFormat.RUN.documentText(run).strip();
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(
                FirstVersionRunTest.class.getResourceAsStream("/run/" + name), name);
    }
}
