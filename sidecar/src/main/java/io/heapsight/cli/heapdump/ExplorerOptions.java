/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.TempDirectoryLocator;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for opening a dump for queries, and for analysing it if necessary. */
public final class ExplorerOptions {
    @Option(
            names = "--max-memory",
            paramLabel = "SIZE",
            description = "the most memory for tables; default: as for analyze",
            converter = AnalyzeOptions.MemoryConverter.class)
    private @Nullable ByteSize maxMemory;

    @Option(
            names = "--work-dir",
            paramLabel = "DIR",
            description = "for temporary files; default: the system's directory for them")
    private Path workDirectory = TempDirectoryLocator.directory();

    /** The directory for temporary files. */
    public Path workDirectory() {
        return workDirectory;
    }

    /** Opens a dump and its index; creates a missing index. */
    HeapExplorer open(AnalysisRequest request, Console console, CancelSignal cancel)
            throws IOException, ProblemException {
        Path file = request.file();
        if (HeapExplorer.isCompressed(file)) {
            tellInflated(console, file);
        }
        try (ProgressLine progress = ProgressLine.on(console)) {
            return HeapExplorer.open(
                    request,
                    HeapExplorer.indexOf(file),
                    new HeapAnalyzer(ProcFs.system()::ownDiskReads),
                    why -> tell(console, file, why),
                    progress,
                    cancel);
        }
    }

    /**
     * Returns the request for the analysis of a dump.
     *
     * @param top rows of each list
     */
    AnalysisRequest request(Path file, int top, boolean revealStrings) {
        return new AnalysisRequest(
                file,
                maxMemory == null ? AnalysisMemory.usual(ProcFs.system()) : maxMemory,
                top,
                HeapFlags.NONE,
                AnalysisRequest.Scope.EVERYTHING,
                Optional.empty(),
                revealStrings,
                workDirectory);
    }

    private static void tell(Console console, Path file, String why) {
        console.note(
                "heapsight: %s: %s; its index, usually %s, is %s"
                        .formatted(
                                file,
                                why,
                                HeapExplorer.USUAL_INDEX_SIZE,
                                HeapExplorer.indexOf(file)));
    }

    private void tellInflated(Console console, Path file) throws IOException {
        console.note(
                ("heapsight: %s is compressed (%s): it is decompressed into %s while this command runs, and deleted afterwards. For more than one query, decompress it yourself and name"
                                + " the result.")
                        .formatted(file, new ByteSize(Files.size(file)), workDirectory));
    }
}
