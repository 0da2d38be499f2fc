/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Summarises stored files of one kind, each in a child JVM, one at a time.
 *
 * @param <R> the record of a file
 */
public final class StoredFileSummarizer<R extends KeptFile> {
    /**
     * Starts the child that reads a file.
     *
     * @param <R> the record of the file
     */
    @FunctionalInterface
    public interface Starter<R> {
        /**
         * Starts the child for a file.
         *
         * @param outputs the files to write, by format
         */
        ChildJvm start(R file, Map<SummaryFormat, Path> outputs) throws ProblemException;
    }

    /**
     * A kind of files.
     *
     * @param noun "recording"
     * @param path of its list in the API: "/recordings"
     * @param elsewhere the remedy for an unexpected end of a child
     * @param starter of the children
     * @param <R> the record of a file
     */
    public record Kind<R>(String noun, String path, String elsewhere, Starter<R> starter) {
        private ChildWatcher.Words words(String id) {
            return new ChildWatcher.Words(
                    "summary",
                    "The %s is stored.".formatted(noun),
                    "Give the sidecar's container more memory; then POST %s/%s/summary."
                            .formatted(path, id),
                    elsewhere);
        }
    }

    private final Kind<R> kind;
    private final Jobs jobs;
    private final KeptFiles<R> files;
    private final AnalysisMemory memory;
    private final ChildScheduler turn = new ChildScheduler();

    /**
     * @param memory available to a child
     */
    public StoredFileSummarizer(
            Kind<R> kind, Jobs jobs, KeptFiles<R> files, AnalysisMemory memory) {
        this.kind = kind;
        this.jobs = jobs;
        this.files = files;
        this.memory = memory;
    }

    /** Starts to summarise a stored file. */
    public JobSnapshot start(R file, String caller) throws ProblemException {
        return jobs.start(
                JobKind.ANALYSIS,
                file.id(),
                caller,
                job -> {
                    memory.available();
                    job.accepted();
                    summarize(file, job);
                });
    }

    /**
     * Writes the summary of a stored file, after waiting for the summaries of earlier files.
     *
     * @throws ProblemException on failure; the file stays
     */
    public void summarize(R file, Job job) throws ProblemException {
        Map<SummaryFormat, Path> outputs = new EnumMap<>(SummaryFormat.class);
        for (SummaryFormat form : SummaryFormat.values()) {
            outputs.put(form, files.summary(file, form));
        }
        try (FilesInUse.Use _ = files.uses().begin(file.id())) {
            write(file, outputs, job::at, job.cancel());
        }
        job.result(kind.path() + "/" + file.id() + "/summary");
    }

    /**
     * Writes the summary of a file that need not be stored, after waiting for earlier summaries.
     */
    public void write(
            R file, Map<SummaryFormat, Path> outputs, Progress progress, CancelSignal cancel)
            throws ProblemException {
        turn.await(() -> progress.at("waiting for another summary to end", 0, 0), cancel);
        try {
            ChildWatcher.await(
                    kind.words(file.id()),
                    kind.starter().start(file, outputs),
                    (phase, done, total) -> progress.at("summarising: " + phase, done, total),
                    _ -> {},
                    cancel);
        } finally {
            outputs.values().forEach(StoredFileSummarizer::removePart);
            turn.end();
        }
    }

    /** Deletes a partial file; the next start deletes one that can't be deleted now. */
    private static void removePart(Path summary) {
        boolean _ =
                summary.resolveSibling(summary.getFileName() + DurableFiles.PART).toFile().delete();
    }
}
