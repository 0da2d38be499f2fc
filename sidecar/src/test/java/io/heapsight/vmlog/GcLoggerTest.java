/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two targets share a /tmp: one logs while leftovers of the other are removed. */
class GcLoggerTest {
    private static final String NAME = "heapsight-20261129T200000000Z-7.gc.log";
    private static final String LEFT = "heapsight-20251129T200000000Z-8.gc.log";

    private final GcLogger logger =
            GcLogger.ofSidecar(ProcFs.system(), Optional.of("/tmp"), Duration.ofSeconds(10));

    @TempDir Path folder;

    @Test
    void logSurvivesTheStartOfAnotherTarget() throws Exception {
        Path proc = folder.resolve("proc");
        Path tmp = Files.createDirectories(proc.resolve("7/root/tmp"));
        Files.createDirectories(proc.resolve("8"));
        Files.createSymbolicLink(proc.resolve("8/root"), proc.resolve("7/root"));
        Files.writeString(tmp.resolve(LEFT), "of a killed sidecar");
        List<String> removed = new ArrayList<>();
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop").seenIn(proc);
                ReplayedTarget other = new ReplayedTarget(8, "Cart").seenIn(proc)) {
            target.answering("VM.log", () -> outputs(target, tmp));

            GcLogger.Outcome outcome =
                    logger.log(
                            target,
                            new GcLogRequest(Duration.ofSeconds(1)),
                            "20261129T200000000Z-7",
                            new GcLogger.Output(Optional.empty(), copy),
                            new CaptureListener(
                                    () ->
                                            removed.addAll(
                                                    logger.removeLeftovers(other, Instant.now())),
                                    Progress.SILENT),
                            new CancelSignal());

            assertThat(removed).containsExactly("/tmp/" + LEFT);
            assertThat(outcome.end()).isEqualTo(GcLogger.End.TIME);
            assertThat(copy.toString(StandardCharsets.UTF_8)).contains("Pause Young");
            assertThat(tmp).isEmptyDirectory();
        }
    }

    private static String outputs(ReplayedTarget target, Path tmp) {
        if (target.lines().getLast().contains("what=gc")) {
            try {
                Files.writeString(tmp.resolve(NAME), "[1.000s][info][gc] GC(0) Pause Young\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        boolean on = target.lines().stream().noneMatch(line -> line.contains("all=off"));
        return "Log output configuration:\n #0: stdout all=warning uptime \n"
                + (on ? " #1: file=/tmp/" + NAME + " all=off,gc=info uptime \n" : "");
    }
}
