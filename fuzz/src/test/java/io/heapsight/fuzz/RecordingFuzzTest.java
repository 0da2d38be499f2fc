/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.heapsight.recording.RecordingSummary;
import io.heapsight.recording.reader.JmcRuleEvaluator;
import io.heapsight.recording.reader.RecordingSummarizer;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes soon end in a recording's summary or in a problem with its reason. */
class RecordingFuzzTest {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    @TempDir static Path directory;

    @MethodSource("recordings")
    @FuzzTest(maxDuration = "40s")
    void recordingIsSummarisedOrRefused(byte[] recording) throws IOException {
        Path file = Files.write(directory.resolve("fuzzed.jfr"), recording);
        try {
            RecordingSummary summary =
                    RecordingSummarizer.read(file, Progress.SILENT, LONGEST_PAUSE);
            if (summary.tables().size() != RecordingSummary.Kind.values().length) {
                throw new AssertionError("a table is missing");
            }
            JmcRuleEvaluator.read(file, summary, Progress.SILENT);
        } catch (ProblemException e) {
            if (e.problem().detail().contains("Exception")) {
                throw new AssertionError("names a class of ours", e);
            }
        }
    }

    /** Recordings of this JVM: one with samples and exceptions, one with only the common events. */
    static Stream<byte[]> recordings() throws IOException {
        return Stream.of(recording("jdk.JavaExceptionThrow"), recording("jdk.JVMInformation"));
    }

    private static byte[] recording(String event) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable(event).withoutThreshold();
            recording.start();
            try {
                Integer.parseInt("no number");
            } catch (NumberFormatException _) {
                // It exists in the recording.
            }
            recording.stop();
            Path file = Files.createTempFile(directory, "seed", ".jfr");
            recording.dump(file);
            return Files.readAllBytes(file);
        }
    }
}
