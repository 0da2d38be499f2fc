/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResidentMemoryTest {
    private static final String ROLLUP =
            """
            55d5c2a00000-7ffd4f5f3000 ---p 00000000 00:00 0                          [rollup]
            Rss:              268032 kB
            Pss:              245679 kB
            SwapPss:               0 kB
            Swap:                 12 kB
            """;
    private static final String STATUS =
            """
            Name:\tjava
            VmHWM:\t  300000 kB
            VmRSS:\t  268100 kB
            VmSwap:\t       0 kB
            """;

    @TempDir Path proc;
    private Path process;

    @BeforeEach
    void makeProcess() throws IOException {
        process = Files.createDirectories(proc.resolve("7"));
    }

    @Test
    void exactFiguresComeFirst() throws IOException {
        Files.writeString(process.resolve("smaps_rollup"), ROLLUP);
        Files.writeString(process.resolve("status"), STATUS);

        assertThat(new ProcFs(proc).residentMemory(7))
                .isEqualTo(
                        new ResidentMemory(
                                268_032L * 1024,
                                OptionalLong.of(12 * 1024),
                                ResidentMemory.Source.SMAPS_ROLLUP));
    }

    @Test
    void countersReplaceAFileThatCannotBeRead() throws IOException {
        Files.writeString(process.resolve("status"), STATUS);

        assertThat(new ProcFs(proc).residentMemory(7))
                .isEqualTo(
                        new ResidentMemory(
                                268_100L * 1024, OptionalLong.of(0), ResidentMemory.Source.STATUS));
    }

    @Test
    void processThatEndsHasNone() throws IOException {
        Files.writeString(process.resolve("smaps_rollup"), "");
        Files.writeString(process.resolve("status"), "Name:\tjava\nState:\tZ (zombie)\n");

        assertThatThrownBy(() -> new ProcFs(proc).residentMemory(7))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it is ending");
    }
}
