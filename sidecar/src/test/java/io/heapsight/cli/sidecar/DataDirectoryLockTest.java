/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryLockTest {
    @TempDir private Path folder;

    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private final EventLog log =
            EventLog.to(
                    new PrintStream(logged, true, StandardCharsets.UTF_8), EventLog.Format.TEXT);

    @Test
    void secondSidecarIsRefusedWithTheFirstNamed() throws Exception {
        Path data = folder.resolve("data");
        try (DataDirectoryLock _ = DataDirectoryLock.take(data, log)) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> DataDirectoryLock.take(data, log))
                    .satisfies(
                            e ->
                                    assertThat(e.problem().detail())
                                            .contains(
                                                    data
                                                            + " is held by process "
                                                            + ProcessHandle.current().pid()));
        }
        try (DataDirectoryLock _ = DataDirectoryLock.take(data, log)) {
            assertThat(data.resolve("lock")).exists();
        }
    }

    @Test
    void unwritableDirectoryIsNotLocked() throws Exception {
        try (DataDirectoryLock _ = DataDirectoryLock.take(Path.of("/proc/nowhere"), log)) {
            assertThat(logged.size()).isZero();
        }
    }
}
