/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.Format;
import io.heapsight.cli.output.Interruption;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.explore.ClassOrder;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heapsight heap}. */
@Command(
        name = "heap",
        description = {
            "Explores a heap dump: its classes and objects, what refers to an object, what",
            "dominates it, and how a GC root reaches it.",
            "Answers come from an index beside the dump, FILE.index, which analyze --keep-index",
            "makes; where there is none, or the dump has changed, the dump is analysed first."
        },
        mixinStandardHelpOptions = true)
public final class HeapCommand implements Callable<Integer> {
    private static final int MOST_ROWS = 100_000;

    private final Console console;

    @Spec private @Nullable CommandSpec command;

    @Parameters(index = "0", paramLabel = "FILE", description = "the heap dump, not compressed")
    private Path file = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "VIEW",
            description = {
                "classes, instances CLASS, object 0xADDR, references 0xADDR, referrers 0xADDR,",
                "path 0xADDR, or dominators [0xADDR]: without address the top of the tree"
            },
            converter = HeapView.Converter.class)
    private HeapView view = HeapView.CLASSES;

    @Parameters(index = "2", arity = "0..1", paramLabel = "WHAT", description = "see VIEW")
    private @Nullable String what;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "rows of a list (default: 20)",
            converter = RowCount.class)
    private int top = 20;

    @Option(
            names = "--sort",
            description = "of classes: retained, bytes, objects or unreachable",
            defaultValue = "retained")
    private ClassOrder sort = ClassOrder.RETAINED;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description = "of classes: those of a package and below it")
    private @Nullable String packageName;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "of path: so many, through other referrers (default: 1)")
    private int count = 1;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private Format format = Format.TEXT;

    @Option(names = "--reveal-strings", description = "show the text of strings")
    private boolean revealStrings;

    @Option(
            names = "--max-memory",
            paramLabel = "SIZE",
            description = "as for analyze, where the dump has to be analysed",
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
        HeapQuestion question = question();
        DumpProblems problems = new DumpProblems(file);
        problems.check();
        Report report = problems.during(() -> answer(question));
        console.print(report, format);
        return ExitCode.DONE;
    }

    private HeapQuestion question() {
        if (count < 1) {
            throw wrong("--count must be 1 at least");
        }
        try {
            return new HeapQuestion(
                    view,
                    Optional.ofNullable(what),
                    Optional.ofNullable(packageName),
                    sort,
                    Math.min(top, MOST_ROWS),
                    count);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private Report answer(HeapQuestion question) throws IOException, ProblemException {
        CancelSignal cancel = new CancelSignal();
        AnalysisRequest request =
                new AnalysisRequest(
                        file,
                        maxMemory == null ? AnalysisMemory.usual(ProcFs.system()) : maxMemory,
                        top,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.empty(),
                        revealStrings,
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
            return question.ask(explorer);
        }
    }

    private void tell(String why) {
        console.note(
                "heapsight: %s: %s; its index takes up to %s at %s"
                        .formatted(file, why, expected(), HeapExplorer.indexOf(file)));
    }

    private String expected() {
        try {
            return new ByteSize(HeapExplorer.usualIndexBytes(Files.size(file))).toString();
        } catch (IOException _) {
            return "a tenth of the dump";
        }
    }

    private CommandLine.ParameterException wrong(String why) {
        if (command == null) {
            throw new IllegalStateException("options without a command: " + why);
        }
        return new CommandLine.ParameterException(command.commandLine(), why);
    }
}
