/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.recording.RecordingSummary;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mutated recording is summarised as far as possible, or is a problem. */
class MutatedRecordingTest {
    private static final int ROUNDS = Integer.getInteger("mutants", 1_000);

    /** The rules take a hundred times as long as the tables. */
    private static final int ROUNDS_FOR_VERDICTS = 20;

    private static final long SEED = 20261124;

    @TempDir private Path folder;

    @Test
    void mutatedRecordingGivesASummaryOrAProblem() throws IOException {
        Path undamaged = folder.resolve("whole.jfr");
        RecordedProgram.recordFew(undamaged);
        byte[] bytes = Files.readAllBytes(undamaged);
        SplittableRandom random = new SplittableRandom(SEED);
        Path file = folder.resolve("mutated.jfr");
        int summaries = 0;
        int problems = 0;
        int whole = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Files.write(file, mutated(bytes, random));
            try {
                RecordingSummary summary = RecordingSummarizer.read(file, Progress.SILENT);
                assertThat(summary.tables()).hasSize(RecordingSummary.Kind.values().length);
                summaries++;
                if (summary.isWhole() && whole++ % ROUNDS_FOR_VERDICTS == 0) {
                    JmcRuleEvaluator.read(file, summary, Progress.SILENT)
                            .failed()
                            .forEach(it -> assertThat(it).doesNotContain("Exception", "too long"));
                }
            } catch (ProblemException e) {
                assertThat(e.problem().detail()).as("round %d", round).doesNotContain("Exception");
                problems++;
            }
        }
        assertThat(summaries).as("seed %d", SEED).isPositive();
        assertThat(problems).as("seed %d", SEED).isPositive();
    }

    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        byte[] mutated =
                random.nextInt(4) == 0
                        ? Arrays.copyOf(bytes, random.nextInt(bytes.length))
                        : bytes.clone();
        for (int i = random.nextInt(8); i > 0 && mutated.length > 0; i--) {
            int range = random.nextBoolean() ? mutated.length : Math.min(80, mutated.length);
            mutated[random.nextInt(range)] = (byte) random.nextInt();
        }
        return mutated;
    }
}
