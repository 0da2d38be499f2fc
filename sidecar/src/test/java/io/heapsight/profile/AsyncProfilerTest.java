/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.proc.ProcFs;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two targets share a /tmp: one is profiled while leftovers of the other are removed. */
class AsyncProfilerTest {
    private static final String ID = "20261129T200000000Z-7";

    /** The head of an ELF file for x64. */
    private static final byte[] PROGRAM = {
        0x7f, 'E', 'L', 'F', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 62, 0
    };

    @TempDir Path folder;

    @Test
    void profileSurvivesTheStartOfAnotherTarget() throws Exception {
        Path proc = folder.resolve("proc");
        Path tmp = Files.createDirectories(proc.resolve("7/root/tmp"));
        Files.createDirectories(proc.resolve("8"));
        Files.createSymbolicLink(proc.resolve("8/root"), proc.resolve("7/root"));
        Files.write(proc.resolve("7/exe"), PROGRAM);
        Files.createFile(proc.resolve("7/mountinfo"));
        Path library = folder.resolve("native/linux-x64/libasyncProfiler.so");
        Files.createDirectories(library.getParent());
        Files.writeString(library, "code");
        String left = "heapsight-20251129T200000000Z-8.asprof.jfr";
        Files.writeString(tmp.resolve(left), "of a killed sidecar");
        String running = WriteInTarget.idUntil(Instant.now().plusSeconds(60), 8);
        Path ofCommand = tmp.resolve("heapsight-" + running + ".asprof.jfr");
        Files.writeString(ofCommand, "of a running command");
        Path into = folder.resolve("profile.jfr.part");
        AsyncProfiler profiler =
                new AsyncProfiler(
                        ProcFs.system(),
                        new ProfilerLibrary(folder.resolve("native")),
                        Optional.of("/tmp"),
                        ByteSize.parse("1m"),
                        Duration.ofSeconds(10));
        List<String> removed = new ArrayList<>();
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop").seenIn(proc);
                ReplayedTarget other = new ReplayedTarget(8, "Cart").seenIn(proc)) {
            target.answering(
                    "load /tmp/heapsight-0.asprof.so",
                    () -> {
                        write(tmp.resolve("heapsight-" + ID + ".asprof.jfr"));
                        removed.addAll(profiler.removeLeftovers(other));
                        return "return code: 0";
                    });

            profiler.profile(
                    target,
                    new ProfileRequest(ProfileEvent.CPU, 1),
                    ID,
                    into,
                    new CaptureListener(() -> {}, Progress.SILENT),
                    new CancelSignal());

            assertThat(removed).containsExactly("/tmp/" + left);
            assertThat(into).hasContent("samples");
            Files.createFile(tmp.resolve("heapsight-0.asprof.so"));
            assertThat(profiler.removeLeftovers(other))
                    .containsExactly("/tmp/heapsight-0.asprof.so");
            assertThat(tmp).isDirectoryContaining(ofCommand::equals);
        }
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "samples");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
