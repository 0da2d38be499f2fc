/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two targets share a /tmp: one records while leftovers of the other are removed. */
class FlightRecorderTest {
    private static final String ID = "20261129T200000000Z-7";
    private static final String LEFT = "20251129T200000000Z-8";
    private static final RecordingRequest REQUEST =
            new RecordingRequest(
                    Duration.ofSeconds(1), new RecordingSettings.OfJdk("default"), false);

    private final FlightRecorder recorder =
            FlightRecorder.ofSidecar(
                    Optional.of("/tmp"), ByteSize.parse("24m"), Duration.ofSeconds(10));

    @TempDir Path folder;
    private Path tmp;
    private Path into;
    private ReplayedTarget target;
    private ReplayedTarget other;

    @BeforeEach
    void open() throws Exception {
        Path proc = folder.resolve("proc");
        tmp = Files.createDirectories(proc.resolve("7/root/tmp"));
        Files.createDirectories(proc.resolve("8"));
        Files.createSymbolicLink(proc.resolve("8/root"), proc.resolve("7/root"));
        into = folder.resolve("recording.jfr.part");
        target =
                new ReplayedTarget(7, "Shop")
                        .seenIn(proc)
                        .answering("JFR.check", () -> "No available recordings.")
                        .answering("JFR.start", this::started)
                        .answering("JFR.stop", () -> "Stopped recording \"heapsight\".");
        other =
                new ReplayedTarget(8, "Cart")
                        .seenIn(proc)
                        .answering("JFR.check", () -> "No available recordings.")
                        .answering("JFR.stop", () -> "Stopped recording \"heapsight\".");
    }

    @AfterEach
    void close() {
        target.close();
        other.close();
    }

    private String started() {
        try {
            Files.writeString(tmp.resolve("heapsight-" + ID + ".jfr"), "events");
            return "Started recording 1.";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void record(Runnable begun) throws Exception {
        recorder.record(
                target,
                REQUEST,
                ID,
                into,
                new CaptureListener(begun, Progress.SILENT),
                new CancelSignal());
    }

    @Test
    void recordingSurvivesTheStartOfAnotherTarget() throws Exception {
        Files.writeString(tmp.resolve("heapsight-" + LEFT + ".jfr"), "of a killed sidecar");
        List<String> removed = new ArrayList<>();

        record(() -> removed.addAll(recorder.removeLeftovers(other)));

        assertThat(removed).containsExactly("/tmp/heapsight-" + LEFT + ".jfr");
        assertThat(into).hasContent("events");
        assertThat(tmp).isEmptyDirectory();
    }

    @Test
    void targetWithoutLeftoversReceivesNoCommand() throws Exception {
        record(() -> recorder.removeLeftovers(other));

        assertThat(other.lines()).isEmpty();
    }

    @Test
    void onlyLeftoverRecordingsAreStopped() throws Exception {
        Files.writeString(tmp.resolve("heapsight-" + LEFT + ".jfr"), "of a killed sidecar");
        List<String> removed = new ArrayList<>();

        record(
                () -> {
                    target.answering("JFR.check", () -> running(ID) + running(LEFT));
                    removed.addAll(recorder.removeLeftovers(target));
                });

        assertThat(removed)
                .containsExactly("recording heapsight-" + LEFT, "/tmp/heapsight-" + LEFT + ".jfr");
        assertThat(into).hasContent("events");
    }

    private static String running(String id) {
        return "Recording 1: name=heapsight-%s duration=31s (running)\n".formatted(id);
    }

    @Test
    void fileOfACommandLineIsLeftUntilItsEnd() throws Exception {
        Instant now = Instant.now();
        Path running = tmp.resolve("heapsight-%s.cli.jfr".formatted(until(now.plusSeconds(60))));
        Files.writeString(running, "in use");
        String killed = "heapsight-%s.cli.jfr".formatted(until(now.minusSeconds(1)));
        Files.writeString(tmp.resolve(killed), "of a killed command");

        record(() -> {});
        assertThat(tmp)
                .isDirectoryContaining(running::equals)
                .isDirectoryNotContaining("glob:**/" + killed);

        Files.writeString(tmp.resolve(killed), "of a killed command");
        assertThat(recorder.removeLeftovers(other)).containsExactly("/tmp/" + killed);
        assertThat(running).exists();
    }

    private static String until(Instant end) {
        return WriteInTarget.idUntil(end, 8);
    }
}
