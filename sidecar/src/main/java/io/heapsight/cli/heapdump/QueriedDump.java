/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.Report;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dump for repeated queries: its summary, and the views of {@code heapsight heap}. Threads take
 * turns; the first query that needs an analysis starts it.
 */
public final class QueriedDump implements AutoCloseable {
    private static final int ROWS_OF_TEXT = 20;
    private static final int ROWS_OTHERWISE = 100;

    private final Path file;
    private final ExplorerOptions options;
    private final Console console;
    private final DumpProblems problems;
    private final CancelSignal cancel = new CancelSignal();
    private @Nullable HeapSummary summary;
    private @Nullable HeapExplorer explorer;

    private QueriedDump(Path file, ExplorerOptions options, Console console) {
        this.file = file;
        this.options = options;
        this.console = console;
        problems = new DumpProblems(file);
    }

    /**
     * Opens a dump without analysing it.
     *
     * @throws ProblemException if it can't be opened
     */
    public static QueriedDump at(Path file, ExplorerOptions options, Console console)
            throws ProblemException {
        new DumpProblems(file).check();
        return new QueriedDump(file, options, console);
    }

    /**
     * The output of {@code heapsight analyze}.
     *
     * @param text whether as text, which has fewer rows
     */
    public synchronized Report summary(boolean text) throws ProblemException {
        HeapSummary made = summary;
        if (made == null) {
            made = problems.during(this::analyze);
            summary = made;
        }
        return new HeapSummaryReport(made, text ? ROWS_OF_TEXT : ROWS_OTHERWISE, ROWS_OTHERWISE);
    }

    /** Creates a missing index, if possible. */
    private HeapSummary analyze() throws IOException, ProblemException {
        AnalysisRequest request = options.request(file, ROWS_OTHERWISE, false);
        HeapAnalyzer analyzer = new HeapAnalyzer(ProcFs.system()::ownDiskReads);
        Path index = HeapExplorer.indexOf(file);
        boolean without = Files.exists(index);
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            return (without ? analyzer : analyzer.keepingIndex(index))
                    .analyze(request, progress, cancel);
        }
    }

    /**
     * The output of {@code heapsight heap}.
     *
     * @param given options
     * @param view its name and its argument
     */
    public synchronized Report view(List<String> given, List<String> view) throws ProblemException {
        List<String> line = new ArrayList<>(given);
        line.add("--");
        line.add(file.toString());
        line.addAll(view);
        ExplorerQuery question = HeapCommandArguments.of(line).question();
        return problems.during(
                () -> {
                    try (InterruptHandler _ = new InterruptHandler(cancel)) {
                        return question.ask(opened());
                    }
                });
    }

    private HeapExplorer opened() throws IOException, ProblemException {
        HeapExplorer opened = explorer;
        if (opened == null) {
            opened = options.open(options.request(file, ROWS_OTHERWISE, false), console, cancel);
            explorer = opened;
        }
        return opened;
    }

    @Override
    public synchronized void close() {
        if (explorer != null) {
            explorer.close();
        }
    }
}
