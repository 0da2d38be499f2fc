/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.memory.ReadAllowance;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.FileKind;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.DumpFacts;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Analyzes one heap dump. */
public final class HeapAnalyzer {
    private static final double NANOS_PER_SECOND = 1e9;

    /** More threads slow each other and the target down. */
    private static final int MOST_THREADS = 4;

    /**
     * Limit of bytes read from the disk, all files together, as a multiple of the dump's size. If
     * tables are ten times the memory, heaps with objects near their referrers need half of the
     * limit.
     */
    public static final int MOST_READS = 48;

    private final LongSupplier diskReads;
    private final Optional<IndexTarget> index;
    private final Consumer<HeapSummary> receiver;

    /** Creates an analyzer whose reads are not limited. */
    public HeapAnalyzer() {
        this(() -> 0);
    }

    /**
     * @param diskReads bytes that this process has read from disks
     */
    public HeapAnalyzer(LongSupplier diskReads) {
        this(diskReads, Optional.empty(), _ -> {});
    }

    private HeapAnalyzer(
            LongSupplier diskReads, Optional<IndexTarget> index, Consumer<HeapSummary> receiver) {
        this.diskReads = diskReads;
        this.index = index;
        this.receiver = receiver;
    }

    /**
     * Returns an analyzer that also writes an index for the {@link HeapExplorer}, if it analyzes
     * everything.
     */
    public HeapAnalyzer keepingIndex(Path file) {
        return keepingIndex(file, Long.MAX_VALUE);
    }

    /**
     * Does the same, unless the volume of the dump may be too small for an index. The free space of
     * a volume does not show its size limit, such as that of an emptyDir.
     *
     * @param diskBytes size of the volume
     */
    public HeapAnalyzer keepingIndex(Path file, long diskBytes) {
        return new HeapAnalyzer(diskReads, Optional.of(new IndexTarget(file, diskBytes)), receiver);
    }

    /** Returns an analyzer that also passes each summary to a receiver. */
    public HeapAnalyzer reportingTo(Consumer<HeapSummary> summaries) {
        return new HeapAnalyzer(diskReads, index, summaries);
    }

    /** Returns the number of threads of an analysis on this host. */
    public static int threads() {
        return Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
    }

    /**
     * Analyzes a dump within the request's memory.
     *
     * @throws ProblemException if memory or disk does not suffice even for the smallest part; the
     *     message gives the needed bytes
     * @throws RuntimeException HprofFormatException if the file is not a heap dump, or too broken
     *     to analyze
     * @throws IOException if the file can't be read, or the output can't be written
     * @throws CancellationException if it was cancelled; no files stay behind
     */
    public HeapSummary analyze(AnalysisRequest request, Progress progress, CancelSignal cancel)
            throws IOException, ProblemException {
        long began = System.nanoTime();
        int threads = threads();
        boolean gzip = FileKind.of(request.file()) == FileKind.GZIP;
        long fileBytes = Files.size(request.file());
        try (HprofFile file =
                        HprofFile.open(
                                request.file(),
                                request.workDirectory(),
                                done -> progress.at("inflating", done, fileBytes),
                                cancel);
                WorkerThreads workers = new WorkerThreads(threads)) {
            PhaseStarter phases = new PhaseStarter(progress, cancel);
            AnalysisPipeline analysis;
            try {
                analysis = run(request, file, workers, phases);
            } catch (HprofFormatException e) {
                if (!file.salvage()) {
                    throw e;
                }
                analysis = run(request, file, workers, phases);
            }
            DumpFacts facts =
                    new DumpFacts(
                            request.file().toString(),
                            file.version(),
                            file.bytes().idBytes(),
                            file.dumpedAt(),
                            gzip,
                            fileBytes,
                            file.isWhole(),
                            analysis.warnings());
            HeapSummary summary =
                    analysis.summary(facts, (System.nanoTime() - began) / NANOS_PER_SECOND);
            receiver.accept(summary);
            return summary;
        } catch (BudgetExceededException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The memory for the analysis is too small",
                    "Counting classes alone " + e.reason() + ".",
                    "Give more with --max-memory.",
                    e);
        }
    }

    /** Runs an analysis and frees its memory. */
    private AnalysisPipeline run(
            AnalysisRequest request, HprofFile file, WorkerThreads workers, PhaseStarter phases)
            throws IOException, BudgetExceededException {
        ReadAllowance reads =
                new ReadAllowance(
                        diskReads, diskReads.getAsLong() + MOST_READS * file.bytes().size());
        try (MemoryBudget budget =
                new MemoryBudget(request.maxMemory().bytes(), request.workDirectory(), reads)) {
            AnalysisPipeline analysis =
                    new AnalysisPipeline(request, file, index, budget, workers, phases);
            analysis.run();
            return analysis;
        }
    }
}
