/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.Interruption;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.Report;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code heapsight heap}. */
@Command(
        name = "heap",
        description = {
            "Explores a heap dump: its classes and objects, what refers to an object, what"
                    + " dominates it, and how a GC root reaches it.",
            "Answers come from an index beside the dump, FILE.index, which analyze --keep-index"
                    + " makes; where there is none, or the dump has changed, the dump is analysed"
                    + " first."
        },
        mixinStandardHelpOptions = true)
public final class HeapCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private HeapArguments arguments = new HeapArguments();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "of query and merged-paths: how long it may take (default: 1m)",
            converter = DurationConverter.class)
    private Duration timeout = HeapExplorer.QUERY_LIMIT;

    @Option(
            names = "--max-memory",
            paramLabel = "SIZE",
            description = "as for analyze, where the dump has to be analysed; for merged-paths",
            converter = AnalyzeOptions.MemoryConverter.class)
    private @Nullable ByteSize maxMemory;

    @Option(
            names = "--work-dir",
            paramLabel = "DIR",
            description = "as for analyze (default: the JVM's folder for such)")
    private Path workDirectory = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));

    public HeapCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        HeapQuestion question = arguments.question();
        DumpProblems problems = new DumpProblems(arguments.file());
        problems.check();
        Report report = problems.during(() -> answer(question));
        console.print(report, arguments.format());
        return ExitCode.DONE;
    }

    private Report answer(HeapQuestion question) throws IOException, ProblemException {
        CancelSignal cancel = new CancelSignal();
        Path file = arguments.file();
        AnalysisRequest request =
                new AnalysisRequest(
                        file,
                        maxMemory == null ? AnalysisMemory.usual(ProcFs.system()) : maxMemory,
                        arguments.top(),
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.empty(),
                        arguments.revealStrings(),
                        workDirectory);
        try (Interruption _ = new Interruption(cancel);
                ProgressLine progress = ProgressLine.on(console);
                HeapExplorer explorer =
                        HeapExplorer.open(
                                request,
                                HeapExplorer.indexOf(file),
                                new HeapAnalyzer(ProcFs.system()::ownDiskReads),
                                this::tell,
                                progress,
                                cancel)) {
            explorer.limitQueries(timeout);
            return question.ask(explorer);
        }
    }

    private void tell(String why) {
        Path file = arguments.file();
        console.note(
                "heapsight: %s: %s; its index takes up to %s at %s"
                        .formatted(file, why, expected(file), HeapExplorer.indexOf(file)));
    }

    private static String expected(Path file) {
        try {
            return new ByteSize(HeapExplorer.usualIndexBytes(Files.size(file))).toString();
        } catch (IOException _) {
            return "a tenth of the dump";
        }
    }
}
