/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.Interruption;
import io.heapsight.heap.AnalysisRequest;
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
import java.util.concurrent.Callable;
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
            "Explores a heap dump: classes, objects, referrers, dominators, paths from GC roots,"
                    + " growth to a later dump, and credentials.",
            "Reads an index beside the dump, FILE.index, which analyze --keep-index creates. If it"
                    + " is missing or the dump has changed, the dump is analysed"
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
            description = "for query, merged-paths and secrets: timeout (default: 1m)",
            converter = DurationConverter.class)
    private Duration timeout = HeapExplorer.QUERY_LIMIT;

    @Option(names = "--fail-if-found", description = "for secrets: exit with 1 if any are found")
    private boolean failIfFound;

    @Mixin private final ExplorerOptions options = new ExplorerOptions();

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
        return options.open(request(file), console, cancel);
    }

    private AnalysisRequest request(Path file) {
        return options.request(file, arguments.top(), arguments.revealStrings());
    }
}
