/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.compare.Arm;
import io.heapsight.compare.ComparedFiles;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ExportJob;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.report.comparison.HeapComparisonReport;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.run.Run;
import io.heapsight.run.RunFormatException;
import io.heapsight.run.RunJsonReader;
import io.heapsight.run.RunName;
import io.heapsight.run.SampleRun;
import io.heapsight.unit.Mutants;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated foreign documents: each is shown and compared, or refused. */
class MutatedDocumentsTest {
    private static final int TOP = 20;

    @TempDir private Path folder;

    @Test
    void mutatedRunsAreShownOrRefused() {
        Mutants.ofTexts(List.of(new RunReport(SampleRun.withEverything()).json()))
                .areReadOrRefused(
                        bytes -> {
                            RunReport report = new RunReport(read(bytes));
                            report.writeText(Writer.nullWriter());
                            report.writeJson(Writer.nullWriter());
                        },
                        List.of(RunFormatException.class));
    }

    @Test
    void mutatedRunsAreComparedOrRefused() {
        Run run = SampleRun.withEverything();
        MeasuredRun alone = MeasuredRun.alone(ExportJob.INFO.run("WARN", 1));
        Mutants.ofTexts(List.of(new RunReport(run.named(new RunName("INFO"))).json()))
                .areReadOrRefused(
                        bytes -> {
                            Arm arm = Arm.of(List.of(MeasuredRun.alone(read(bytes))));
                            Comparison comparison =
                                    Comparison.between(
                                            Arm.of(List.of(alone)), arm, Comparison.Terms.USUAL);
                            ComparisonReport report = new ComparisonReport(comparison, TOP);
                            report.writeText(Writer.nullWriter());
                            report.writeJson(Writer.nullWriter());
                            report.writeHtml(Writer.nullWriter());
                            report.markdown();
                            report.csv();
                        },
                        List.of(RunFormatException.class, ProblemException.class));
    }

    @Test
    void mutatedSummariesAreComparedOrRefused() throws IOException {
        String summary = new HeapSummaryReport(SampleSummary.complete(), TOP, TOP).json();
        Path good = Files.writeString(folder.resolve("good.json"), summary);
        Path spoilt = folder.resolve("spoilt.json");
        Mutants.ofTexts(List.of(summary))
                .areReadOrRefused(
                        bytes -> {
                            Files.write(spoilt, bytes);
                            ComparedFiles files = new ComparedFiles(List.of(good), List.of(spoilt));
                            if (files.kind() == ComparedFiles.Kind.HEAP_SUMMARY) {
                                HeapComparisonReport report =
                                        new HeapComparisonReport(files.compareSummaries(), TOP);
                                report.writeText(Writer.nullWriter());
                                report.writeJson(Writer.nullWriter());
                                report.writeHtml(Writer.nullWriter());
                            }
                        },
                        List.of(ProblemException.class));
    }

    private static Run read(byte[] bytes) throws IOException {
        return RunJsonReader.read(new ByteArrayInputStream(bytes));
    }
}
