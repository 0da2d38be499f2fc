/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.explore.ClassFigures;
import io.heapsight.heap.explore.DumpFingerprint;
import io.heapsight.heap.explore.IndexLayout;
import io.heapsight.heap.explore.IndexWriter;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.retained.Referrers;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.hprof.HprofFile;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.summary.Total;
import io.heapsight.unit.DiskHeadroom;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the heap explorer's index during an analysis. If it fails, the analysis continues, and
 * {@link #problem} gives the reason.
 */
final class OptionalIndexWriter implements AutoCloseable {
    private static final String PHASE = "the index for the heap explorer";

    private final Optional<IndexTarget> target;
    private @Nullable IndexWriter writer;
    private Optional<SkippedPhase> problem = Optional.empty();

    /**
     * @param wanted empty if no index is requested
     * @param dump the dump's file
     * @param dumpBytes inflated
     */
    OptionalIndexWriter(Optional<IndexTarget> wanted, Path dump, long dumpBytes)
            throws IOException {
        Optional<String> shortage =
                wanted.isPresent() ? wanted.get().shortage(dump, dumpBytes) : Optional.empty();
        target = shortage.isPresent() ? Optional.empty() : wanted;
        shortage.ifPresent(
                reason -> leaveOut(reason, "give it the disk that analyze --plan computes"));
    }

    boolean isWanted() {
        return target.isPresent();
    }

    /** Writes the tables of objects, and frees the referrers. */
    void writeObjects(
            HprofFile file,
            Path dump,
            RetainedHeap retention,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseStarter phases) {
        if (target.isEmpty()) {
            return;
        }
        if (file.isSalvaged()) {
            leaveOut("parts of the dump can't be read", "take the dump again");
            return;
        }
        Referrers referrers = retention.referrers();
        if (referrers == null) {
            leaveOut("the referrers of objects did not fit in memory", "give it more memory");
            return;
        }
        try {
            DiskHeadroom.require(
                    target.get().file().toAbsolutePath().resolveSibling(""),
                    IndexLayout.usualBytes(file.bytes().size()));
            writer = new IndexWriter(target.get().file(), DumpFingerprint.of(dump));
            writer.writeObjects(
                    retention,
                    referrers,
                    budget,
                    workers,
                    phases.start("writing the index", retention.heap().index().pages()));
        } catch (IOException e) {
            failed(e);
        } catch (BudgetExceededException e) {
            problem = Optional.of(budget.leftOut(PHASE, e));
            close();
        } finally {
            retention.releaseReferrers();
        }
    }

    /**
     * Writes the table of classes.
     *
     * @param classAddresses addresses that instances give for their classes
     * @param retained by class
     */
    void writeClasses(
            RetainedHeap retention,
            long[] classAddresses,
            long[] retained,
            ClassTotals unreachable) {
        if (writer == null) {
            return;
        }
        int classes = retention.heap().classes().size();
        ClassFigures figures =
                new ClassFigures(
                        new long[classes],
                        new long[classes],
                        retained,
                        new long[classes],
                        new long[classes]);
        for (int i = 0; i < classes; i++) {
            Total reachable = retention.totals().of(i);
            figures.objects()[i] = reachable.objects();
            figures.bytes()[i] = reachable.bytes();
            figures.unreachableObjects()[i] = unreachable.of(i).objects();
            figures.unreachableBytes()[i] = unreachable.of(i).bytes();
        }
        try {
            writer.writeContents(
                    retention.graph().inner(),
                    retention.heap(),
                    classAddresses,
                    retention.sizes(),
                    figures);
        } catch (IOException e) {
            failed(e);
        }
    }

    /** Writes the rest, and gives the file its final name. */
    void finish(GarbageRoots garbage) {
        if (writer == null) {
            return;
        }
        try {
            writer.finish(garbage);
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException e) {
        leaveOut(
                target.map(each -> each.file().toString()).orElse("") + ": " + IoReason.why(e),
                "check free space and permissions there, or copy the dump elsewhere");
        close();
    }

    private void leaveOut(String reason, String remedy) {
        problem = Optional.of(new SkippedPhase(PHASE, reason, remedy));
    }

    /** The reason for the missing index; empty if there is one. */
    Optional<SkippedPhase> problem() {
        return problem;
    }

    /** Deletes an incomplete file. */
    @Override
    public void close() {
        if (writer != null) {
            try {
                writer.close();
            } catch (IOException e) {
                leaveOut(IoReason.of(e), "remove it by hand");
            }
            writer = null;
        }
    }
}
