/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.GarbageFromHistograms;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight analysis-child}: a child process of the sidecar that analyses a stored dump.
 * Communicates by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "analysis-child", hidden = true, description = "Started by the sidecar.")
public final class AnalysisChildCommand implements Callable<Integer> {
    private static final int ROWS_OF_TEXT = 20;
    private static final int ROWS_OTHERWISE = 100;

    private final Console console;

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Option(names = "--max-memory", required = true)
    private long maxMemory;

    @Option(names = "--work-dir", required = true)
    private Path workDirectory = Path.of("");

    @Option(names = "--flags")
    private @Nullable Path flags;

    @Option(names = "--counted-garbage")
    private @Nullable Path countedGarbage;

    @Option(names = "--keep-index")
    private boolean keepIndex;

    @Option(names = "--reveal-strings")
    private boolean revealStrings;

    @Option(names = "--text", required = true)
    private Path text = Path.of("");

    @Option(names = "--json", required = true)
    private Path json = Path.of("");

    @Option(names = "--html", required = true)
    private Path html = Path.of("");

    public AnalysisChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ChildStartup.become();
        Progress progress = ChildProtocol.progressTo(console.out());
        try {
            ChildProtocol.digest(console.out(), DumpDigest.sha256(file, progress));
            HeapSummary summary = new DumpProblems(file).during(() -> analyze(progress));
            HeapSummaryReport brief =
                    new HeapSummaryReport(summary, ROWS_OF_TEXT, Integer.MAX_VALUE);
            HeapSummaryReport full =
                    new HeapSummaryReport(summary, ROWS_OTHERWISE, Integer.MAX_VALUE);
            keep(text, out -> out.write(brief.text()));
            keep(html, full::writeHtml);
            // Written last: this file marks the dump as analysed.
            keep(json, full::writeJson);
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }

    private HeapSummary analyze(Progress progress) throws IOException, ProblemException {
        AnalysisRequest request =
                new AnalysisRequest(
                        file,
                        new ByteSize(maxMemory),
                        ROWS_OTHERWISE,
                        flags == null ? HeapFlags.NONE : HeapFlags.parse(Files.readString(flags)),
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.empty(),
                        revealStrings,
                        workDirectory);
        HeapAnalyzer analyzer = new HeapAnalyzer(ProcFs.system()::ownDiskReads);
        return decided(
                (keepIndex ? analyzer.keepingIndex(HeapExplorer.indexOf(file)) : analyzer)
                        .analyze(request, progress, new CancelSignal()));
    }

    private HeapSummary decided(HeapSummary summary) throws IOException {
        if (countedGarbage == null) {
            return summary;
        }
        try {
            return GarbageFromHistograms.parse(Files.readAllLines(countedGarbage)).decide(summary);
        } catch (IllegalArgumentException | CharacterCodingException _) {
            return summary; // the file is damaged; the garbage computed from the dump is used
        }
    }

    static void keep(Path file, Console.Document document) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + DurableFiles.PART);
        Files.deleteIfExists(part);
        FileChannel channel = DurableFiles.create(part);
        try (Writer out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8))) {
            document.write(out);
        }
        DurableFiles.publish(part, file);
    }
}
