/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DocumentFormat;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.TempDirectoryLocator;
import io.heapsight.cli.store.InputFiles;
import io.heapsight.cli.store.KeepOption;
import io.heapsight.recording.RecordingSummary;
import io.heapsight.recording.reader.JmcRuleEvaluator;
import io.heapsight.recording.reader.RecordingSummarizer;
import io.heapsight.report.recording.RecordingSummaryReport;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight jfr summary}: summarises a recording. */
@Command(
        name = "summary",
        description =
                "Summarises a recording: the verdicts of JDK Mission Control's rules, hot"
                        + " methods, allocation, pauses, locks, files, sockets, exceptions, old"
                        + " objects.",
        mixinStandardHelpOptions = true)
public final class JfrSummaryCommand implements Callable<Integer> {
    private static final int ROWS = 10;

    private final Console console;

    @Parameters(paramLabel = "FILE", description = "the recording; or its URL")
    private String file = "";

    @Mixin private final KeepOption keeping = new KeepOption();

    @Option(names = "--format", description = "text, json or html", defaultValue = "text")
    private DocumentFormat format = DocumentFormat.TEXT;

    public JfrSummaryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        RecordingSummaryReport report;
        try (InputFiles files = keeping.files(console, TempDirectoryLocator.directory())) {
            Path local = files.local(file);
            RecordingArgument.check(local);
            report = new RecordingSummaryReport(read(files.inflated(local)), ROWS);
        }
        console.print(report, report::writeHtml, format);
        return ExitCode.DONE;
    }

    private RecordingSummary read(Path file) throws IOException, ProblemException {
        try (ProgressLine progress = ProgressLine.on(console)) {
            RecordingSummary summary = RecordingSummarizer.read(file, progress);
            return summary.with(JmcRuleEvaluator.read(file, summary, progress));
        }
    }
}
