/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two targets share a /tmp. */
class AsyncProfilerTest {
    private static final String ID = "20261129T200000000Z-7";
    private static final String OTHER_ID = "20261129T200000000Z-8";

    /** The head of an ELF file for x64. */
    private static final byte[] PROGRAM = {
        0x7f, 'E', 'L', 'F', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 62, 0
    };

    @TempDir Path folder;
    private Path proc;
    private Path tmp;
    private AsyncProfiler profiler;

    @BeforeEach
    void open() throws Exception {
        proc = folder.resolve("proc");
        tmp = Files.createDirectories(proc.resolve("7/root/tmp"));
        Files.createDirectories(proc.resolve("8"));
        Files.createSymbolicLink(proc.resolve("8/root"), proc.resolve("7/root"));
        for (String pid : new String[] {"7", "8"}) {
            Files.write(proc.resolve(pid + "/exe"), PROGRAM);
            Files.createFile(proc.resolve(pid + "/mountinfo"));
        }
        Path library = folder.resolve("native/linux-x64/libasyncProfiler.so");
        Files.createDirectories(library.getParent());
        Files.writeString(library, "code");
        profiler =
                new AsyncProfiler(
                        ProcFs.system(),
                        new ProfilerLibrary(folder.resolve("native")),
                        Optional.of("/tmp"),
                        ByteSize.parse("1m"),
                        Duration.ofSeconds(10));
    }

    @Test
    void profileSurvivesTheStartOfAnotherTarget() throws Exception {
        String left = "heapsight-20251129T200000000Z-8.asprof.jfr";
        Files.writeString(tmp.resolve(left), "of a killed sidecar");
        String running = WriteInTarget.idUntil(Instant.now().plusSeconds(60), 8);
        Path ofCommand = tmp.resolve("heapsight-" + running + ".asprof.jfr");
        Files.writeString(ofCommand, "of a running command");
        List<String> removed = new ArrayList<>();
        try (ReplayedTarget target = target(7, ID);
                ReplayedTarget other = target(8, OTHER_ID)) {
            answerAfter(target, ID, () -> removed.addAll(profiler.removeLeftovers(other)));

            Path into = profile(target, ID);

            assertThat(removed).containsExactly("/tmp/" + left);
            assertThat(into).hasContent("samples");
            Files.createFile(tmp.resolve("heapsight-7.asprof.so"));
            assertThat(profiler.removeLeftovers(other))
                    .containsExactly("/tmp/heapsight-7.asprof.so");
            assertThat(tmp).isDirectoryContaining(ofCommand::equals);
        }
    }

    @Test
    void profileOfAnotherTargetLeavesTheLibraryOfThisOne() throws Exception {
        List<Boolean> loadable = new ArrayList<>();
        try (ReplayedTarget target = target(7, ID);
                ReplayedTarget other = target(8, OTHER_ID)) {
            answerAfter(
                    target,
                    ID,
                    () -> {
                        if (loadable.isEmpty()) {
                            assertThat(profile(other, OTHER_ID)).hasContent("samples");
                            loadable.add(Files.exists(tmp.resolve("heapsight-7.asprof.so")));
                        }
                    });

            assertThat(profile(target, ID)).hasContent("samples");

            assertThat(loadable).containsExactly(true);
            assertThat(tmp).isEmptyDirectory();
        }
    }

    private ReplayedTarget target(int pid, String id) throws Exception {
        ReplayedTarget target = new ReplayedTarget(pid, "Shop").seenIn(proc);
        answerAfter(target, id, () -> {});
        return target;
    }

    /** Answers each command to the library with success and a recording. */
    private void answerAfter(ReplayedTarget target, String id, Runnable first) {
        target.answering(
                "load /tmp/heapsight-%d.asprof.so".formatted(target.jvm().pid()),
                () -> {
                    first.run();
                    write(tmp.resolve("heapsight-" + id + ".asprof.jfr"));
                    return "return code: 0";
                });
    }

    private Path profile(ReplayedTarget target, String id) {
        Path into = folder.resolve(id + ".jfr.part");
        try {
            profiler.profile(
                    target,
                    new ProfileRequest(ProfileEvent.CPU, 1),
                    id,
                    into,
                    new CaptureListener(() -> {}, Progress.SILENT),
                    new CancelSignal());
        } catch (ProblemException e) {
            throw new AssertionError(e);
        }
        return into;
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "samples");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
