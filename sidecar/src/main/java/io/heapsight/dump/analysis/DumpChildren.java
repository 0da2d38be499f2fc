/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildWatcher;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.RemainingTimeEstimate;
import io.heapsight.job.Job;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts the child processes that read stored dumps. */
record DumpChildren(DumpStore store, DumpAnalyses.Settings settings) {
    /** The total of a job's progress, which is a share. */
    private static final long WHOLE = 1000;

    /** The progress of an analysis, with the time that it still needs. */
    static Progress phasesOf(Job job) {
        RemainingTimeEstimate time =
                new RemainingTimeEstimate(HeapAnalyzer.threads(), System::nanoTime);
        job.estimate(time::secondsLeft);
        return (phase, done, total) -> {
            time.at(phase, done, total);
            job.at("analysing: " + phase, (long) (WHOLE * time.share()), WHOLE);
        };
    }

    /** Starts a child that computes the digest of the dump's file. */
    ChildJvm digesting(DumpRecord dump) throws ProblemException {
        return ChildJvm.start(
                "analysis",
                ChildJvm.Cache.COMMON,
                List.of(),
                List.of("digest-child", store.file(dump).toString()));
    }

    /** Starts a child that computes the requirements of the dump's analysis. */
    ChildJvm planning(DumpRecord dump, ByteSize tables) throws ProblemException {
        return ChildJvm.start(
                "analysis",
                ChildJvm.Cache.COMMON,
                List.of(),
                List.of(
                        "plan-child",
                        store.file(dump).toString(),
                        "--max-memory=" + tables.bytes(),
                        "--work-dir=" + store.folder()));
    }

    /** Starts a child that writes the dump's summary. */
    ChildJvm analysing(DumpRecord dump, ByteSize tables) throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("analysis-child");
        arguments.add(store.file(dump).toString());
        arguments.add("--max-memory=" + tables.bytes());
        arguments.add("--work-dir=" + store.folder());
        if (Files.exists(store.flags(dump))) {
            arguments.add("--flags=" + store.flags(dump));
        }
        if (Files.exists(store.countedGarbage(dump))) {
            arguments.add("--counted-garbage=" + store.countedGarbage(dump));
        }
        if (hasRoomForIndex(dump)) {
            arguments.add("--keep-index");
        }
        if (settings.revealStrings()) {
            arguments.add("--reveal-strings");
        }
        for (SummaryFormat form : SummaryFormat.values()) {
            arguments.add("--" + form.label() + "=" + store.summary(dump, form));
        }
        return ChildJvm.start("analysis", ChildJvm.Cache.ANALYSIS, List.of(), arguments);
    }

    /** Whether the quota has space for an index; no dump is deleted for one. */
    private boolean hasRoomForIndex(DumpRecord dump) {
        long index = HeapExplorer.usualIndexBytes(dump.bytes());
        return !dump.gzip() && store.bytesOnDisk() + index <= settings.quota().bytes();
    }

    /** Texts for a child that ended without a message. */
    static ChildWatcher.Words words(DumpRecord dump) {
        return new ChildWatcher.Words(
                "analysis",
                "The dump is kept.",
                "Give the sidecar's container more memory, or set HEAPSIGHT_ANALYSIS_MEMORY"
                        + " lower; then POST /heapdumps/%s/analysis.".formatted(dump.id()),
                "Download the dump and run heapsight analyze on it; report its output.");
    }

    /** Deletes partial files; the next start deletes those that can't be deleted now. */
    void removeParts(DumpRecord dump) {
        removePart(store.index(dump));
        for (SummaryFormat form : SummaryFormat.values()) {
            removePart(store.summary(dump, form));
        }
    }

    private static void removePart(Path file) {
        boolean _ = file.resolveSibling(file.getFileName() + DurableFiles.PART).toFile().delete();
    }
}
