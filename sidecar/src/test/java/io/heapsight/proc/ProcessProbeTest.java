/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessProbeTest {
    private static final int SELF = (int) ProcessHandle.current().pid();

    @Test
    void ownProcessHasFigures() throws IOException {
        try (ProcessProbe probe = ProcessProbe.open(ProcFs.system(), SELF)) {
            ProcessFigures figures = probe.read().toOptional().orElseThrow();
            assertThat(figures.cpuSeconds()).isPositive();
            assertThat(figures.residentBytes()).isGreaterThan(10L << 20);
            assertThat(figures.threads()).isGreaterThan(3);
            assertThat(figures.openFds().toOptional().orElseThrow()).isPositive();
            assertThat(figures.writeBytes().toOptional().orElseThrow()).isNotNegative();
            assertThat(figures.startEpochSeconds())
                    .isBetween(1.6e9, System.currentTimeMillis() / 1000.0 + 2);
            assertThat(probe.alive()).isTrue();
        }
    }

    @Test
    void unreadableOutputIsMissingAndTheRestIsPresent(@TempDir Path root) throws IOException {
        fixture(root);
        try (ProcessProbe probe = ProcessProbe.open(new ProcFs(root), 7)) {
            ProcessFigures figures = probe.read().toOptional().orElseThrow();
            assertThat(figures.cpuSeconds()).isEqualTo(2.0);
            assertThat(figures.startEpochSeconds()).isEqualTo(1_700_000_010.0);
            assertThat(figures.writeBytes()).isInstanceOf(Reading.Missing.class);
        }
    }

    @Test
    void zombieIsGone(@TempDir Path root) throws IOException {
        fixture(root);
        try (ProcessProbe probe = ProcessProbe.open(new ProcFs(root), 7)) {
            Files.writeString(
                    root.resolve("7/stat"),
                    Files.readString(root.resolve("7/stat")).replace(" S ", " Z "));
            assertThat(probe.read()).isInstanceOf(Reading.Missing.class);
            assertThat(probe.alive()).isFalse();
        }
    }

    private static void fixture(Path root) throws IOException {
        Files.createDirectories(root.resolve("7/fd"));
        Files.writeString(root.resolve("stat"), "cpu  1 2 3\nbtime 1700000000\n");
        Files.writeString(
                root.resolve("7/stat"),
                "7 (java) S 1 7 7 0 -1 0 0 0 0 0 150 50 0 0 20 0 19 0 1000 3500000000 88 1\n");
    }
}
