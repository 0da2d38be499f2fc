/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps that a target writes into its own folder, and that can't be stored. */
class DumpWriteTest {
    private static final String ID = "20261129T200000000Z-7";

    @TempDir Path folder;
    private Path tmp;
    private Path file;
    private ReplayedTarget target;

    @BeforeEach
    void open() throws Exception {
        tmp = Files.createDirectories(folder.resolve("proc/7/root/tmp"));
        file = Files.createDirectory(folder.resolve("data")).resolve(ID + ".hprof.part");
        target =
                new ReplayedTarget(7, "Shop")
                        .seenIn(folder.resolve("proc"))
                        .answering("GC.heap_dump", this::dumped);
    }

    @AfterEach
    void close() {
        target.close();
    }

    private String dumped() {
        try {
            Files.writeString(tmp.resolve("heapsight-" + ID + ".hprof"), "JAVA PROFILE 1.0.2");
            return "Heap dump file created";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void lackOfMemoryLeavesNoFiles() {
        Progress progress =
                (phase, _, _) -> {
                    if (phase.equals("copying")) {
                        throw new OutOfMemoryError("a test");
                    }
                };

        assertThatThrownBy(() -> write(progress).run(() -> {}))
                .isInstanceOf(OutOfMemoryError.class);

        assertThat(target.lines().getLast()).startsWith("GC.heap_dump");
        assertThat(tmp).isEmptyDirectory();
        assertThat(file).doesNotExist();
    }

    @Test
    void targetsFileIsDeletedEvenIfOursCanNotBe() throws Exception {
        Files.createDirectories(file.resolve("in the way"));

        assertThatThrownBy(() -> write(Progress.SILENT).run(() -> {}))
                .isInstanceOf(ProblemException.class);

        assertThat(target.lines().getLast()).startsWith("GC.heap_dump");
        assertThat(tmp).isEmptyDirectory();
    }

    @Test
    void lateDumpIsDiscardedUntilTheTargetAnswersAgain() {
        Path written = tmp.resolve("heapsight-" + ID + ".hprof");
        target.answering("GC.heap_dump", this::dumpedLate)
                .answering(
                        "VM.version",
                        () -> {
                            Awaitility.await().until(() -> isDiscarded(written));
                            return "JDK 25";
                        });

        assertThatThrownBy(() -> write(Progress.SILENT).run(() -> {}))
                .hasMessageContaining("It has finished now, and its file was deleted");

        assertThat(tmp).isEmptyDirectory();
    }

    @Test
    void answerSaysThatATargetIsStillWriting() {
        target.answering("GC.heap_dump", this::dumpedLate)
                .answering("VM.version", DumpWriteTest::nothing);

        assertThatThrownBy(() -> write(Progress.SILENT).run(() -> {}))
                .hasMessageContaining("is still writing after 20 s")
                .hasMessageContaining("the space is free when the JVM has finished");

        assertThat(tmp).isEmptyDirectory();
    }

    @Test
    void commandThatTheTargetDidNotReadIsNotAwaited() {
        target.answering("GC.heap_dump", DumpWriteTest::nothing);

        assertThatThrownBy(() -> write(Progress.SILENT).run(() -> {}))
                .hasMessageContaining("gave up after 10000 ms");

        assertThat(target.lines().getLast()).startsWith("GC.heap_dump");
    }

    private String dumpedLate() {
        dumped();
        return nothing();
    }

    private static String nothing() {
        throw new ReplayedTarget.TooLate();
    }

    private static boolean isDiscarded(Path file) throws IOException {
        for (byte each : Files.readAllBytes(file)) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    /** Two targets with one folder: the second one starts while the first one is dumped. */
    @Test
    void leftoversAreDeletedWithoutTheFileOfADumpInProgress() throws Exception {
        String left = "heapsight-20251129T200000000Z-7.hprof.p0";
        Files.writeString(tmp.resolve(left), "left by a killed sidecar");
        Duration timeout = Duration.ofSeconds(10);
        HeapDumper dumper = new HeapDumper(ProcFs.system(), Optional.of("/tmp"), timeout, timeout);
        List<String> removed = new ArrayList<>();
        target.answering("help", () -> "")
                .answering(
                        "GC.heap_dump",
                        () -> {
                            String reply = dumped();
                            removed.addAll(dumper.removeLeftovers(target));
                            return reply;
                        });
        DumpWrite write =
                dumper.prepare(
                        target, DumpRequest.USUAL, ID, file, Progress.SILENT, new CancelSignal());

        assertThatThrownBy(() -> write.run(() -> {}))
                .as("the file is read, but is no dump")
                .hasMessageContaining("reported a written dump");

        assertThat(removed).containsExactly("/tmp/" + left);
        assertThat(tmp).isEmptyDirectory();
    }

    @Test
    void startingSidecarDeletesNoDumpOfARunningCommand() throws Exception {
        Instant now = Instant.now();
        String running = "heapsight-" + WriteInTarget.idUntil(now.plusSeconds(60), 7) + ".hprof";
        String killed = "heapsight-" + WriteInTarget.idUntil(now.minusSeconds(1), 7) + ".hprof";
        Files.writeString(tmp.resolve(running), "in use");
        Files.writeString(tmp.resolve(running + ".p0"), "in use");
        Files.writeString(tmp.resolve(killed), "left by a killed command");
        Duration timeout = Duration.ofSeconds(10);
        HeapDumper dumper = new HeapDumper(ProcFs.system(), Optional.of("/tmp"), timeout, timeout);

        assertThat(dumper.removeLeftovers(target)).containsExactly("/tmp/" + killed);

        assertThat(tmp.resolve(running)).exists();
        assertThat(tmp.resolve(running + ".p0")).exists();
    }

    private DumpWrite write(Progress progress) {
        HeapSize heap = new HeapSize(1, 1, 0);
        return new DumpWrite(
                new DestinationSelector(
                        ProcFs.system(),
                        new WriteInTarget(Optional.of("/tmp"), DumpWrite.FILE_END)),
                target,
                DumpRequest.USUAL,
                ID,
                file,
                new DumpSpaceEstimate(heap, DumpCommandOptions.usualOf(8), false),
                Duration.ofSeconds(10),
                progress,
                new CancelSignal());
    }
}
