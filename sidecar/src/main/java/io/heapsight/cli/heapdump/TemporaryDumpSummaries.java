/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.hprof.FileKind;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates summaries of heap dumps for a comparison, in temporary files; {@link #close} deletes
 * these files.
 */
public final class TemporaryDumpSummaries implements AutoCloseable {
    private static final int ROWS = 100;

    private final Console console;
    private final ExplorerOptions options;
    private final List<Path> made = new ArrayList<>();

    public TemporaryDumpSummaries(Console console, ExplorerOptions options) {
        this.console = console;
        this.options = options;
    }

    /** Replaces each heap dump among the files by its summary. */
    public List<Path> of(List<Path> files) throws IOException, ProblemException {
        List<Path> documents = new ArrayList<>();
        for (Path file : files) {
            documents.add(isDump(file) ? summary(file) : file);
        }
        return documents;
    }

    /** Distinguishes dumps from other files; the reader reports those that are not JSON. */
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
        AnalysisRequest request = options.request(file, ROWS, false);
        HeapSummary summary;
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            summary =
                    problems.during(
                            () ->
                                    new HeapAnalyzer(ProcFs.system()::ownDiskReads)
                                            .analyze(request, progress, cancel));
        }
        Path document = Files.createTempFile(request.workDirectory(), "heapsight-", ".json");
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
