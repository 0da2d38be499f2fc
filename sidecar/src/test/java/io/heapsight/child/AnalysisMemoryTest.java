/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar with 64 MiB of resident memory. */
class AnalysisMemoryTest {
    @TempDir private Path proc;

    @BeforeEach
    void selfTakes64Mebibytes() throws Exception {
        Files.writeString(
                Files.createDirectory(proc.resolve("self")).resolve("status"),
                "Name:\theapsight\nPid:\t7\nVmRSS:\t   65536 kB\n");
    }

    @Test
    void configuredSizeWins() throws ProblemException {
        ByteSize wanted = ByteSize.parse("40m");
        assertThat(available(Optional.of(wanted), OptionalLong.of(1))).isEqualTo(wanted);
    }

    @Test
    void memoryIsTheLimitLessSidecarJvmAndMargin() throws ProblemException {
        assertThat(available(Optional.empty(), OptionalLong.of(192L << 20)))
                .as("a sixteenth of the limit")
                .isEqualTo(ByteSize.parse("20m"));
        assertThat(available(Optional.empty(), OptionalLong.of(256L << 20)))
                .as("a quarter of the rest")
                .isEqualTo(ByteSize.parse("72m"));
    }

    @Test
    void withoutLimitAnAnalysisGetsHalfOfTheAvailableMemory() throws Exception {
        Files.writeString(proc.resolve("meminfo"), "MemFree: 1 kB\nMemAvailable:  4194304 kB\n");
        assertThat(AnalysisMemory.usual(new ProcFs(proc))).isEqualTo(ByteSize.parse("2g"));
    }

    @Test
    void tooSmallLimitIsReportedWithTheNumbers() {
        assertThatThrownBy(() -> available(Optional.empty(), OptionalLong.of(160L << 20)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("Of 160.0 MiB, the sidecar uses 64.0 MiB")
                .hasMessageContaining("nothing for the tables");
    }

    @Test
    void memorySharedWithTheAnalysisIsNoReasonToRefuseIt() throws Exception {
        Files.writeString(
                proc.resolve("self").resolve("status"),
                "Name:\theapsight\nPid:\t7\nVmRSS:\t   65536 kB\nRssFile:\t   20480 kB\n");
        assertThat(available(Optional.empty(), OptionalLong.of(180L << 20)))
                .as("8.75 MiB without that")
                .isEqualTo(new ByteSize((180L << 20) - (64L << 20) - (96L << 20) - (180L << 16)));
        assertThat(available(Optional.empty(), OptionalLong.of(176L << 20)))
                .as("5 MiB without that, and no more than the least")
                .isEqualTo(ByteSize.parse("8m"));
        assertThatThrownBy(() -> available(Optional.empty(), OptionalLong.of(152L << 20)))
                .isInstanceOf(ProblemException.class);
    }

    private ByteSize available(Optional<ByteSize> configured, OptionalLong limit)
            throws ProblemException {
        return new AnalysisMemory(new ProcFs(proc), configured, () -> limit).available();
    }
}
