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
import io.heapsight.report.explore.HeapDiffReport;
import io.heapsight.report.explore.SecretsReport;
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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code heapsight heap}. */
@Command(
        name = "heap",
        description = {
            "Explores a heap dump: its classes and objects, what refers to an object, what"
                    + " dominates it, how a GC root reaches it, what grew from it to a later dump, and"
                    + " which credentials are in it.",
            "Answers come from an index beside the dump, FILE.index, which analyze --keep-index"
                    + " makes; where there is none, or the dump has changed, the dump is analysed"
                    + " first."
        },
        mixinStandardHelpOptions = true)
public final class HeapCommand implements Callable<Integer> {
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private HeapArguments arguments = new HeapArguments();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "of query and merged-paths: how long it may take (default: 1m)",
            converter = DurationConverter.class)
    private Duration timeout = HeapExplorer.QUERY_LIMIT;

    @Option(names = "--fail-if-found", description = "of secrets: exit code 1 when there are any")
    private boolean failIfFound;

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
        if (question.view() == HeapView.DIFF && Files.notExists(later(question))) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), later(question) + ", the second dump, does not exist");
        }
        problems.check();
        Report report = problems.during(() -> answer(question));
        console.print(report, arguments.format());
        boolean fails =
                failIfFound && report instanceof SecretsReport secrets && secrets.hasFindings();
        return fails ? ExitCode.REPORTED : ExitCode.DONE;
    }

    private Report answer(HeapQuestion question) throws IOException, ProblemException {
        CancelSignal cancel = new CancelSignal();
        try (Interruption _ = new Interruption(cancel);
                HeapExplorer explorer = open(arguments.file(), cancel)) {
            explorer.limitQueries(timeout);
            return question.view() == HeapView.DIFF
                    ? diff(explorer, later(question), cancel)
                    : question.ask(explorer);
        }
    }

    private static Path later(HeapQuestion question) {
        return Path.of(question.what().orElseThrow());
    }

    private Report diff(HeapExplorer before, Path later, CancelSignal cancel)
            throws ProblemException {
        return new DumpProblems(later)
                .during(
                        () -> {
                            try (HeapExplorer after = open(later, cancel)) {
                                return new HeapDiffReport(
                                        arguments.file(),
                                        later,
                                        before.diff(after, request(later), arguments.top()));
                            }
                        });
    }

    private HeapExplorer open(Path file, CancelSignal cancel) throws IOException, ProblemException {
        try (ProgressLine progress = ProgressLine.on(console)) {
            return HeapExplorer.open(
                    request(file),
                    HeapExplorer.indexOf(file),
                    new HeapAnalyzer(ProcFs.system()::ownDiskReads),
                    why -> tell(file, why),
                    progress,
                    cancel);
        }
    }

    private AnalysisRequest request(Path file) {
        return new AnalysisRequest(
                file,
                maxMemory == null ? AnalysisMemory.usual(ProcFs.system()) : maxMemory,
                arguments.top(),
                HeapFlags.NONE,
                AnalysisRequest.Scope.EVERYTHING,
                Optional.empty(),
                arguments.revealStrings(),
                workDirectory);
    }

    private void tell(Path file, String why) {
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
