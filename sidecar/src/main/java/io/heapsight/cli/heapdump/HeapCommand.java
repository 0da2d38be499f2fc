/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.store.InputFiles;
import io.heapsight.cli.store.KeepOption;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.DamagedIndexException;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.report.Report;
import io.heapsight.report.explore.HeapDiffReport;
import io.heapsight.report.explore.SecretsReport;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code heapsight heap}: explores a heap dump. */
@Command(
        name = "heap",
        description = {
            "Explores a heap dump: classes, objects, referrers, dominators, paths from GC roots,"
                    + " growth to a later dump, and credentials.",
            "Reads an index beside the dump, FILE.index, which analyze --keep-index creates (in a"
                    + " store: with --upload-summary). If it is missing or of another dump, the"
                    + " dump is analysed first."
        },
        mixinStandardHelpOptions = true)
public final class HeapCommand implements Callable<Integer> {
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private HeapCommandArguments arguments = new HeapCommandArguments();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "for query, merged-paths and secrets: timeout (default: 1m)",
            converter = DurationConverter.class)
    private Duration timeout = HeapExplorer.QUERY_LIMIT;

    @Option(names = "--fail-if-found", description = "for secrets: exit with 1 if any are found")
    private boolean failIfFound;

    @Mixin private final ExplorerOptions options = new ExplorerOptions();

    @Mixin private final KeepOption keeping = new KeepOption();

    public HeapCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ExplorerQuery question = arguments.question();
        Report report;
        try (InputFiles files = keeping.files(console, options.workDirectory())) {
            report = answer(question, files);
        }
        console.print(report, arguments.format());
        boolean fails =
                failIfFound && report instanceof SecretsReport secrets && secrets.hasFindings();
        return fails ? ExitCode.REPORTED : ExitCode.DONE;
    }

    private Report answer(ExplorerQuery question, InputFiles files)
            throws IOException, ProblemException {
        Path file = files.localWithIndex(arguments.file());
        Optional<Path> later = later(question, files);
        DumpProblems problems = new DumpProblems(file);
        problems.check();
        try {
            return problems.during(() -> answer(question, file, later));
        } catch (DamagedIndexException e) {
            if (!files.deleteIndexes()) {
                throw e;
            }
            console.note("heapsight: the index in the store contradicts the dump.");
            return problems.during(() -> answer(question, file, later));
        }
    }

    private Report answer(ExplorerQuery question, Path file, Optional<Path> later)
            throws IOException, ProblemException {
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                HeapExplorer explorer = open(file, cancel)) {
            explorer.limitQueries(timeout);
            return later.isPresent()
                    ? diff(explorer, file, later.get(), cancel)
                    : ask(question, explorer);
        }
    }

    private Report ask(ExplorerQuery question, HeapExplorer explorer)
            throws IOException, ProblemException {
        try (ProgressLine _ = ProgressLine.waiting(console, "querying the dump")) {
            return question.ask(explorer);
        }
    }

    /** Returns the second dump of a comparison. */
    private Optional<Path> later(ExplorerQuery question, InputFiles files)
            throws IOException, ProblemException {
        if (question.view() != ExplorerView.DIFF) {
            return Optional.empty();
        }
        Path later = files.localWithIndex(question.what().orElseThrow());
        if (Files.notExists(later)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), later + ", the second dump, does not exist");
        }
        return Optional.of(later);
    }

    private Report diff(HeapExplorer before, Path file, Path later, CancelSignal cancel)
            throws ProblemException {
        return new DumpProblems(later)
                .during(
                        () -> {
                            try (HeapExplorer after = open(later, cancel)) {
                                return new HeapDiffReport(
                                        file,
                                        later,
                                        before.diff(after, request(later), arguments.top()));
                            }
                        });
    }

    private HeapExplorer open(Path file, CancelSignal cancel) throws IOException, ProblemException {
        return options.open(request(file), console, cancel);
    }

    private AnalysisRequest request(Path file) {
        return options.request(file, arguments.top(), arguments.revealStrings());
    }
}
