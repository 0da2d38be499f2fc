/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.CountersFile;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.postmortem.DeathEvidence.CountersFate;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a process, read after its /proc entry is gone. */
class CrashArtifactsTest {
    private static final int PID = 7;
    private static final Instant STARTED = Instant.parse("2026-11-21T22:00:00Z");

    @TempDir private Path folder;

    private Path proc;
    private Path root;

    @BeforeEach
    void target() throws IOException {
        proc = Files.createDirectories(folder.resolve("proc"));
        root = Files.createDirectories(proc.resolve("7/root"));
        Files.createDirectories(root.resolve("tmp"));
        Files.createDirectories(root.resolve("app/logs"));
        Files.createSymbolicLink(proc.resolve("7/cwd"), Path.of("root/app"));
    }

    @Test
    void crashLogIsReadAfterTheProcessEnded() throws IOException {
        try (CrashArtifacts places = places("-XX:ErrorFile=/app/logs/crash_%p.log")) {
            assertThat(crashLog(places)).isEmpty();
            Files.writeString(root.resolve("app/logs/crash_1.log"), "# SIGSEGV\n");
            Files.move(proc.resolve("7"), folder.resolve("gone"));
            assertThat(crashLog(places)).contains(new CrashLog("crash_1.log", "# SIGSEGV\n"));
        }
    }

    @Test
    void usualPlacesAreTheWorkingFolderAndTmp() throws IOException {
        try (CrashArtifacts places = places()) {
            Files.writeString(root.resolve("tmp/hs_err_pid1.log"), "# in /tmp\n");
            assertThat(crashLog(places).orElseThrow().text()).contains("/tmp");
            Files.writeString(root.resolve("app/hs_err_pid1.log"), "# in the working folder\n");
            assertThat(crashLog(places).orElseThrow().text()).contains("working");
        }
    }

    @Test
    void crashLogOfAnEarlierProcessIsIgnored() throws IOException {
        Path log = Files.writeString(root.resolve("tmp/hs_err_pid1.log"), "# old\n");
        Files.setLastModifiedTime(log, FileTime.from(STARTED.minusSeconds(60)));
        try (CrashArtifacts places = places()) {
            assertThat(crashLog(places)).isEmpty();
        }
    }

    @Test
    void crashLogIsFoundAfterTheClockWasSetBack() throws IOException {
        try (CrashArtifacts places = places()) {
            Path log = Files.writeString(root.resolve("tmp/hs_err_pid1.log"), "# SIGSEGV\n");
            Files.setLastModifiedTime(log, FileTime.from(STARTED.minusSeconds(60)));
            assertThat(crashLog(places)).isPresent();
        }
    }

    @Test
    void linkIntoOurOwnFileSystemIsNotFollowed() throws IOException {
        Path secret = Files.writeString(folder.resolve("token"), "secret\n");
        try (CrashArtifacts places = places()) {
            Files.createSymbolicLink(root.resolve("tmp/hs_err_pid1.log"), secret);
            Files.createDirectory(root.resolve("app/hs_err_pid1.log"));
            assertThat(crashLog(places)).isEmpty();
        }
    }

    @Test
    void countersFileIsLeftOrRemoved() throws IOException {
        Path counters = Files.createDirectories(root.resolve("tmp/hsperfdata_app")).resolve("1");
        Files.writeString(counters, "counters");
        try (CrashArtifacts places = places()) {
            assertThat(places.counters()).isEqualTo(CountersFate.UNKNOWN);
            places.lookForCounters(jvm(Reading.of(new CountersFile(counters, 1))));
            assertThat(places.counters()).isEqualTo(CountersFate.LEFT);
            Files.delete(counters);
            assertThat(places.counters()).isEqualTo(CountersFate.REMOVED);
        }
    }

    private static Optional<CrashLog> crashLog(CrashArtifacts places) throws IOException {
        Optional<OpenCrashLog> found = places.crashLog(STARTED);
        if (found.isPresent()) {
            found.get().close();
        }
        return found.map(OpenCrashLog::head);
    }

    private CrashArtifacts places(String... flags) {
        return new CrashArtifacts(new ProcFs(proc), jvm(Reading.missing("not yet"), flags));
    }

    private static TargetJvm jvm(Reading<CountersFile> counters, String... flags) {
        return ShopJvm.of(PID, 1000, counters, flags);
    }
}
