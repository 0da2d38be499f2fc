/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.Interruption;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.FileKind;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.HeapSummaryReport;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Summaries of the heap dumps that are to be compared, as files that go with this object. */
public final class DumpSummaries implements AutoCloseable {
    private static final int ROWS = 100;

    private final Console console;
    private final Options options;
    private final List<Path> made = new ArrayList<>();

    /** What the analyses may take. */
    public static final class Options {
        @Option(
                names = "--max-memory",
                paramLabel = "SIZE",
                description = "memory for tables when a dump is analysed; default: as analyze's",
                converter = AnalyzeOptions.MemoryConverter.class)
        private @Nullable ByteSize maxMemory;

        @Option(
                names = "--work-dir",
                paramLabel = "DIR",
                description = "for temporary files of an analysis; default: the system's own")
        private Path workDirectory = Path.of(System.getProperty("java.io.tmpdir"));
    }

    public DumpSummaries(Console console, Options options) {
        this.console = console;
        this.options = options;
    }

    /** The files, and for each that is a heap dump its summary. */
    public List<Path> of(List<Path> files) throws IOException, ProblemException {
        List<Path> documents = new ArrayList<>();
        for (Path file : files) {
            documents.add(isDump(file) ? summary(file) : file);
        }
        return documents;
    }

    /** A file that is neither a dump nor JSON is told for what it is. */
    private static boolean isDump(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false;
        }
        return switch (FileKind.of(file)) {
            case JSON, UNKNOWN, EMPTY -> false;
            default -> true;
        };
    }

    private Path summary(Path file) throws IOException, ProblemException {
        DumpProblems problems = new DumpProblems(file);
        problems.check();
        CancelSignal cancel = new CancelSignal();
        HeapSummary summary;
        try (Interruption _ = new Interruption(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            AnalysisRequest request =
                    new AnalysisRequest(
                            file,
                            options.maxMemory == null
                                    ? AnalysisMemory.usual(ProcFs.system())
                                    : options.maxMemory,
                            ROWS,
                            HeapFlags.NONE,
                            AnalysisRequest.Scope.EVERYTHING,
                            Optional.empty(),
                            false,
                            options.workDirectory);
            summary =
                    problems.during(
                            () ->
                                    new HeapAnalyzer(ProcFs.system()::ownDiskReads)
                                            .analyze(request, progress, cancel));
        }
        Path document = Files.createTempFile(options.workDirectory, "heapsight-", ".json");
        made.add(document);
        try (Writer out = Files.newBufferedWriter(document)) {
            new HeapSummaryReport(summary, ROWS, Integer.MAX_VALUE).writeJson(out);
        }
        return document;
    }

    @Override
    public void close() throws IOException {
        for (Path document : made) {
            Files.deleteIfExists(document);
        }
    }
}
