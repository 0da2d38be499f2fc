/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.operation.Pause;
import io.heapsight.report.JobReport;
import io.heapsight.unit.Mutants;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Mutated records of jobs: each is shown or refused. */
class MutatedJobTest {
    @Test
    void mutatedRecordsAreShownOrRefused() throws IOException {
        JobSnapshot job =
                new JobSnapshot(
                        "20261122T030000000Z-7",
                        JobKind.HEAPDUMP,
                        "7 (Shop)",
                        "127.0.0.1",
                        JobState.FAILED,
                        0.5,
                        "writing",
                        OptionalLong.empty(),
                        Instant.parse("2026-11-22T03:00:00Z"),
                        Optional.of(Instant.parse("2026-11-22T03:00:09Z")),
                        Optional.of("/heapdumps/1"),
                        Optional.of(new Problem(Problem.Kind.NO_ROOM, "full", "of it", "mend it")),
                        List.of(new SkippedPart("summary", "no memory", "give it some")),
                        new Pause(Optional.of(Duration.ofMillis(500)), Optional.empty()));
        Mutants.ofTexts(List.of(JobJson.JOB.text(job)))
                .areReadOrRefused(
                        bytes -> {
                            String text = new String(bytes, StandardCharsets.UTF_8);
                            JobReport report = new JobReport(JobJson.read(text));
                            report.writeText(Writer.nullWriter());
                            report.writeJson(Writer.nullWriter());
                        },
                        List.of(IOException.class));
    }
}
