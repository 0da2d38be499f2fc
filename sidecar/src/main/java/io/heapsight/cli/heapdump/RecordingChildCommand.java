/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.recording.RecordingSummary;
import io.heapsight.recording.reader.JmcRuleEvaluator;
import io.heapsight.recording.reader.RecordingSummarizer;
import io.heapsight.report.recording.RecordingSummaryReport;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight recording-child}: a child process of the sidecar that summarises a stored
 * recording. Communicates by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "recording-child", hidden = true, description = "Started by the sidecar.")
public final class RecordingChildCommand implements Callable<Integer> {
    private static final int ROWS = 10;

    private final Console console;

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Option(names = "--text", required = true)
    private Path text = Path.of("");

    @Option(names = "--json", required = true)
    private Path json = Path.of("");

    @Option(names = "--html", required = true)
    private Path html = Path.of("");

    public RecordingChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ChildStartup.become();
        try {
            Progress progress = ChildProtocol.progressTo(console.out());
            RecordingSummary summary = RecordingSummarizer.read(file, progress);
            keep(summary); // stored first, in case the verdicts fail
            keep(summary.with(JmcRuleEvaluator.read(file, summary, progress)));
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }

    private void keep(RecordingSummary summary) throws IOException {
        RecordingSummaryReport report = new RecordingSummaryReport(summary, ROWS);
        AnalysisChildCommand.keep(text, out -> out.write(report.text()));
        AnalysisChildCommand.keep(html, report::writeHtml);
        // Written last: this file marks the recording as summarised.
        AnalysisChildCommand.keep(json, report::writeJson);
    }
}
