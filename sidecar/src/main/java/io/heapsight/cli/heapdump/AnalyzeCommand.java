/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.Interruption;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.HeapSummaryReport;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code heapsight analyze}. */
@Command(
        name = "analyze",
        description = {
            "Summarises a heap dump: garbage, retained sizes, leak suspects, waste.",
            "Reads .hprof, plain or compressed; tables that don't fit in memory go to the work"
                    + " directory."
        },
        mixinStandardHelpOptions = true)
public final class AnalyzeCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "the heap dump")
    private Path file = Path.of("");

    @Mixin private final AnalyzeOptions options;

    /** Creates a command that the parser fills in. */
    public AnalyzeCommand(Console console) {
        this.console = console;
        options = new AnalyzeOptions();
    }

    public AnalyzeCommand(Console console, PlainAnalyzeLine line) {
        this.console = console;
        file = line.file();
        options = line.options();
    }

    @Override
    public Integer call() throws Exception {
        options.check();
        DumpProblems problems = new DumpProblems(file);
        problems.check();
        if (options.keepsIndex()) {
            console.note(
                    "heapsight: the index takes up to %s at %s"
                            .formatted(
                                    new ByteSize(HeapExplorer.usualIndexBytes(Files.size(file))),
                                    HeapExplorer.indexOf(file)));
        }
        Optional<OutputFile> objects = options.objectsOut(file);
        if (objects.isEmpty()) {
            AnalysisRequest request = options.request(file, Optional.empty());
            print(problems.during(() -> analyze(request)), console.out());
            return ExitCode.DONE;
        }
        try (OutputFile out = objects.get()) {
            AnalysisRequest request = options.request(file, Optional.of(out.path()));
            HeapSummary summary = problems.during(() -> out.write(() -> analyze(request)));
            print(summary, out.isStandardOutput() ? console.err() : console.out());
            if (summary.retained().isEmpty()) {
                console.note(
                        "heapsight: no objects were written: the dominator phase was skipped.");
                return ExitCode.REPORTED;
            }
            out.keep();
            return ExitCode.DONE;
        }
    }

    private HeapSummary analyze(AnalysisRequest request) throws IOException, ProblemException {
        CancelSignal cancel = new CancelSignal();
        try (Interruption _ = new Interruption(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            HeapAnalyzer analyzer = new HeapAnalyzer(ProcFs.system()::ownDiskReads);
            return (options.keepsIndex()
                            ? analyzer.keepingIndex(HeapExplorer.indexOf(file))
                            : analyzer)
                    .analyze(request, progress, cancel);
        }
    }

    private void print(HeapSummary summary, PrintStream out) throws IOException {
        Console to = new Console(out, console.err());
        HeapSummaryReport report =
                new HeapSummaryReport(summary, options.rows(), options.jsonClasses());
        to.print(report, report::writeHtml, options.format());
    }
}
