/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.FileKind;
import io.heapsight.hprof.HprofFile;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Computes the memory and disk space that an analysis of a dump needs. Each table states its own
 * size. If memory suffices, it marks the reachable objects, as an analysis of garbage does.
 * Otherwise each object counts as reachable: the result is an upper bound.
 */
public final class AnalysisPlanner {
    /** Memory for the roots of a dump; further roots are in a file. */
    private static final long ROOTS_BYTES = 64L << 20;

    private final Path workDirectory;
    private final int threads;
    private final PhaseStarter phases;

    /**
     * @param workDirectory holds the inflated copy of a compressed dump
     * @param threads of the analysis
     */
    public AnalysisPlanner(
            Path workDirectory, int threads, Progress progress, CancelSignal cancel) {
        this.workDirectory = workDirectory;
        this.threads = threads;
        this.phases = new PhaseStarter(progress, cancel);
    }

    /**
     * Reads a dump.
     *
     * @param memory for marking
     * @throws ProblemException if there is no room for an inflated copy
     */
    public AnalysisPlan plan(Path dump, ByteSize memory) throws IOException, ProblemException {
        long fileBytes = Files.size(dump);
        try (HprofFile file =
                        HprofFile.open(
                                dump,
                                workDirectory,
                                done -> phases.progress().at("inflating", done, fileBytes),
                                phases.cancelled());
                WorkerThreads workers = new WorkerThreads(threads)) {
            AnalysisPlan.Size size =
                    new AnalysisPlan.Size(
                            fileBytes, file.bytes().size(), FileKind.of(dump).isCompressed());
            try (MemoryBudget budget = new MemoryBudget(memory.bytes())) {
                ReachableCountPass.Counted counted =
                        new ReachableCountPass(file, budget, workers, phases).count();
                return AnalysisPlan.of(
                        size,
                        counted.counts(),
                        OptionalLong.of(counted.reachable()),
                        counted.classes());
            } catch (BudgetExceededException _) {
                return upperBound(file, size, workers);
            }
        }
    }

    private AnalysisPlan upperBound(HprofFile file, AnalysisPlan.Size size, WorkerThreads workers)
            throws ProblemException {
        try (MemoryBudget budget = new MemoryBudget(ROOTS_BYTES, workDirectory)) {
            UpperBoundCountPass.Counted counted =
                    new UpperBoundCountPass(file, budget, workers, phases).count();
            return AnalysisPlan.of(size, counted.counts(), OptionalLong.empty(), counted.classes());
        } catch (BudgetExceededException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The dump can't be measured",
                    e.reason(),
                    "Give --work-dir a directory with more free space.",
                    e);
        }
    }
}
