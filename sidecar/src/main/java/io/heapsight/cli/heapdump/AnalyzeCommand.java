/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.store.InputFiles;
import io.heapsight.cli.store.KeepOption;
import io.heapsight.cli.store.SharedSuspectsPrinter;
import io.heapsight.cli.store.SummaryUpload;
import io.heapsight.heap.AnalysisPlan;
import io.heapsight.heap.AnalysisPlanner;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.RemainingTimeEstimate;
import io.heapsight.hprof.FileKind;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.AnalysisPlanReport;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code heapsight analyze}: summarises a heap dump. */
@Command(
        name = "analyze",
        description = {
            "Summarises a heap dump: garbage, retained sizes, leak suspects, waste.",
            "Reads .hprof, plain or compressed; tables that don't fit in memory go to the work"
                    + " directory."
        },
        mixinStandardHelpOptions = true)
public final class AnalyzeCommand implements Callable<Integer> {
    private Console console;

    @Parameters(paramLabel = "FILE|URL", description = "the heap dump; with --fleet a URL")
    private String named = "";

    @Mixin private final KeepOption keeping = new KeepOption();

    @Mixin private final AnalysisJobOptions container = new AnalysisJobOptions();

    @Mixin private final AnalyzeOptions options;

    /** Creates a command that the parser fills in. */
    public AnalyzeCommand(Console console) {
        this.console = console;
        options = new AnalyzeOptions();
    }

    public AnalyzeCommand(Console console, AnalyzeArgumentsFastPath line) {
        this.console = console;
        named = line.file();
        options = line.options();
    }

    @Override
    public Integer call() throws Exception {
        options.check(container.needsSummary());
        if (options.isFleet()) {
            return new SharedSuspectsPrinter(console, System.getenv())
                    .print(named, options.rows(), documentFormat());
        }
        console = container.console(console);
        Optional<SummaryUpload> upload = container.upload(named, console);
        String shown = InputFiles.shown(named);
        try (InputFiles files = keeping.files(console, options.workDirectory())) {
            Optional<AnalysisPlan> streamed =
                    options.isPlan() ? files.planWithoutCopy(named) : Optional.empty();
            return streamed.isPresent()
                    ? print(
                            new AnalysisPlanReport(
                                    shown, true, HeapAnalyzer.threads(), streamed.get()))
                    : call(files, shown, upload);
        }
    }

    private int call(InputFiles files, String shown, Optional<SummaryUpload> upload)
            throws Exception {
        Path file = files.local(named);
        DumpProblems problems = new DumpProblems(file);
        problems.check();
        if (options.isPlan()) {
            AnalysisPlan plan = problems.during(() -> plan(file));
            return print(
                    new AnalysisPlanReport(
                            shown, files.isCopy(file), HeapAnalyzer.threads(), plan));
        }
        Optional<Path> index = index(file, upload.isPresent());
        Optional<OutputFile> objects = options.objectsOut(file);
        if (objects.isEmpty()) {
            AnalysisRequest request = request(file, Optional.empty());
            HeapSummary summary = problems.during(() -> analyze(request, index, shown));
            print(summary, console.out());
            store(summary, index, upload);
            return ExitCode.DONE;
        }
        try (OutputFile out = objects.get()) {
            AnalysisRequest request = request(file, Optional.of(out.path()));
            HeapSummary summary =
                    problems.during(() -> out.write(() -> analyze(request, index, shown)));
            print(summary, out.isStandardOutput() ? console.err() : console.out());
            if (summary.retained().isEmpty()) {
                console.note(
                        "heapsight: no objects were written: the dominator phase was skipped.");
                return ExitCode.REPORTED;
            }
            out.keep();
            store(summary, index, upload);
            return ExitCode.DONE;
        }
    }

    private OutputFormat documentFormat() {
        return OutputFormat.valueOf(options.format().name());
    }

    private AnalysisRequest request(Path file, Optional<Path> objects) throws ProblemException {
        return options.request(file, objects, container.rows(options.rows()));
    }

    /**
     * Uploads summary and index after the output, which has the findings even if the store refuses
     * them.
     */
    private void store(HeapSummary summary, Optional<Path> index, Optional<SummaryUpload> upload)
            throws IOException, ProblemException {
        if (upload.isPresent()) {
            upload.get().send(summary);
        }
        container.write(summary);
        if (upload.isPresent()) {
            index.filter(Files::exists).ifPresent(upload.get()::sendIndex);
        }
    }

    /** Returns whether it warned. */
    private boolean warnIfSlow(Path file) throws IOException, ProblemException {
        if (options.isPartial()) {
            return false;
        }
        String url =
                ObjectUrl.isUrl(named) && ObjectUrl.parse(named) instanceof ObjectUrl.InBucket
                        ? InputFiles.shown(named)
                        : "URL"; // no Job reads files or links
        Optional<String> warning =
                new SlowAnalysisWarning(
                                Files.size(file),
                                FileKind.of(file).isCompressed(),
                                AnalysisMemory.roomBytes(ProcFs.system()))
                        .text(url);
        warning.ifPresent(text -> text.lines().forEach(console::note));
        return warning.isPresent();
    }

    /** The index to write; empty if none is wanted, or a Job would take much longer for it. */
    private Optional<Path> index(Path file, boolean uploads) throws IOException, ProblemException {
        boolean slow = warnIfSlow(file);
        if (!options.keepsIndex()) {
            return Optional.empty();
        }
        if (slow && uploads) {
            console.note("heapsight: no index: with this memory, it would take much longer.");
            return Optional.empty();
        }
        Path index = HeapExplorer.indexOf(file);
        console.note(
                "heapsight: the index, usually %s, is %s"
                        .formatted(HeapExplorer.USUAL_INDEX_SIZE, index));
        return Optional.of(index);
    }

    private AnalysisPlan plan(Path file) throws IOException, ProblemException {
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            return new AnalysisPlanner(
                            options.workDirectory(), HeapAnalyzer.threads(), progress, cancel)
                    .plan(file, options.memory());
        }
    }

    private int print(AnalysisPlanReport plan) throws IOException {
        console.print(plan, documentFormat());
        return ExitCode.DONE;
    }

    private HeapSummary analyze(AnalysisRequest request, Optional<Path> index, String shown)
            throws IOException, ProblemException {
        CancelSignal cancel = new CancelSignal();
        RemainingTimeEstimate time =
                new RemainingTimeEstimate(HeapAnalyzer.threads(), System::nanoTime);
        boolean isWhole = request.scope() == AnalysisRequest.Scope.EVERYTHING;
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine line =
                        isWhole
                                ? ProgressLine.on(console, time::secondsLeft)
                                : ProgressLine.on(console)) {
            Progress progress =
                    (phase, done, total) -> {
                        time.at(phase, done, total);
                        line.at(phase, done, total);
                    };
            HeapAnalyzer analyzer = new HeapAnalyzer(ProcFs.system()::ownDiskReads);
            HeapSummary summary =
                    index.map(file -> analyzer.keepingIndex(file, container.diskBytes()))
                            .orElse(analyzer)
                            .analyze(request, progress, cancel);
            return summary.named(shown);
        }
    }

    private void print(HeapSummary summary, PrintStream out) throws IOException {
        Console to = console.printingTo(out);
        HeapSummaryReport report =
                new HeapSummaryReport(summary, options.rows(), options.jsonClasses());
        to.print(report, report::writeHtml, options.format());
    }
}
