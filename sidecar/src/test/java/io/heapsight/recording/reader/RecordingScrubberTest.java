/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.recording.RecordingSummary;
import io.heapsight.unit.JdkTools;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingScrubberTest {
    private static final String PROGRAM = RecordedProgram.class.getName();
    private static final List<String> SECRETS =
            List.of("hunter2-environment", "hunter2-property", "hunter2-argument");

    @TempDir private static Path folder;

    private static Path recording = Path.of("");
    private static Path scrubbed = Path.of("");

    @BeforeAll
    static void record() throws Exception {
        recording = folder.resolve("whole.jfr");
        Path data = Files.write(folder.resolve("orders.bin"), new byte[4096]);
        ProcessBuilder program =
                JdkTools.java(
                        "-Dpassword=hunter2-property",
                        PROGRAM,
                        data.toString(),
                        recording.toString(),
                        "hunter2-argument");
        program.environment().put("PASSWORD", "hunter2-environment");
        assertThat(program.inheritIO().start().waitFor()).isZero();
        scrubbed = folder.resolve("scrubbed.jfr");
        RecordingScrubber.scrub(recording, scrubbed);
    }

    @Test
    void noByteOfTheSecretsIsLeft() throws IOException {
        assertThat(text(recording)).contains(SECRETS);
        assertThat(text(scrubbed)).doesNotContain(SECRETS);
    }

    @Test
    void allOtherEventsStay() throws IOException {
        assertThat(names(scrubbed))
                .isEqualTo(
                        names(recording).stream()
                                .filter(name -> !RecordingScrubber.SCRUBBED.contains(name))
                                .toList());
    }

    @Test
    void summaryTablesAreUnchanged() throws IOException, ProblemException {
        RecordingSummary whole = RecordingSummarizer.read(recording, Progress.SILENT);
        RecordingSummary rest = RecordingSummarizer.read(scrubbed, Progress.SILENT);
        assertThat(rest.tables()).isEqualTo(whole.tables());
        assertThat(rest.oldObjects()).isEqualTo(whole.oldObjects());
    }

    @Test
    void damageIsAProblemAndNothingIsSent() throws IOException {
        byte[] bytes = Files.readAllBytes(recording);
        Path damaged = folder.resolve("damaged.jfr");
        SplittableRandom random = new SplittableRandom(20261126);
        int problems = 0;
        for (int round = 0; round < 200; round++) {
            byte[] some = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            Files.write(damaged, some);
            Path to = folder.resolve("to-" + round + ".jfr");
            try {
                RecordingScrubber.scrub(damaged, to);
                assertThat(text(to)).doesNotContain(SECRETS);
            } catch (ProblemException e) {
                assertThat(e.problem().detail()).doesNotContain("Exception");
                problems++;
            }
        }
        assertThat(problems).isPositive();
        assertThatThrownBy(() -> RecordingScrubber.scrub(folder.resolve("none.jfr"), damaged))
                .isInstanceOf(ProblemException.class);
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    private static List<String> names(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .map(RecordedEvent::getEventType)
                .map(type -> type.getName())
                .collect(Collectors.toList());
    }
}
