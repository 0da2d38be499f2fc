/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildProcess;
import io.heapsight.child.ChildTurn;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.SummaryForm;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Summarises stored recordings, each in a child JVM, one at a time. */
public final class RecordingSummaries {
    private static final ByteSize MOST_HEAP = ByteSize.parse("160m");

    /** Minimum Java heap of a child. */
    private static final ByteSize LEAST_HEAP = ByteSize.parse("48m");

    private final Jobs jobs;
    private final KeptFiles<RecordingRecord> files;
    private final AnalysisMemory memory;
    private final ChildTurn turn = new ChildTurn();

    /**
     * @param memory available to a child
     */
    public RecordingSummaries(Jobs jobs, KeptFiles<RecordingRecord> files, AnalysisMemory memory) {
        this.jobs = jobs;
        this.files = files;
        this.memory = memory;
    }

    /** Starts to summarise a stored recording. */
    public JobRecord start(RecordingRecord recording, String caller) throws ProblemException {
        return jobs.start(
                JobKind.ANALYSIS,
                recording.id(),
                caller,
                job -> {
                    memory.available();
                    job.accepted();
                    summarize(recording, job);
                });
    }

    /**
     * Writes the summary of a recording after earlier ones.
     *
     * @throws ProblemException on failure; the recording stays
     */
    void summarize(RecordingRecord recording, Job job) throws ProblemException {
        try (FilesInUse.Use _ = files.uses().begin(recording.id())) {
            turn.await(() -> job.at("waiting for another summary to end", 0, 0), job.cancel());
            try {
                ChildProcess.await(
                        words(recording),
                        child(recording),
                        (phase, done, total) -> job.at("summarising: " + phase, done, total),
                        _ -> {},
                        job.cancel());
            } finally {
                removeParts(recording);
                turn.end();
            }
        }
        job.result("/recordings/" + recording.id() + "/summary");
    }

    private ChildJvm child(RecordingRecord recording) throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("recording-child");
        arguments.add(files.file(recording).toString());
        for (SummaryForm form : SummaryForm.values()) {
            arguments.add("--" + form.label() + "=" + files.summary(recording, form));
        }
        return ChildJvm.start("summary", ChildJvm.Cache.COMMON, heap(memory), arguments);
    }

    /** Flags of a JVM that reads a recording in the available memory. */
    static List<String> heap(AnalysisMemory memory) throws ProblemException {
        long heap = Math.clamp(memory.available().bytes(), LEAST_HEAP.bytes(), MOST_HEAP.bytes());
        return List.of("-Xmx" + (heap >> 20) + "m", "-XX:TieredStopAtLevel=1");
    }

    private static ChildProcess.Words words(RecordingRecord recording) {
        return new ChildProcess.Words(
                "summary",
                "The recording is stored.",
                "Give the sidecar's container more memory; then POST /recordings/%s/summary."
                        .formatted(recording.id()),
                "Download the recording and run heapsight jfr summary on it; report what it"
                        + " says.");
    }

    /** Deletes partial files; the next start deletes those that can't be deleted now. */
    private void removeParts(RecordingRecord recording) {
        for (SummaryForm form : SummaryForm.values()) {
            Path summary = files.summary(recording, form);
            boolean _ =
                    summary.resolveSibling(summary.getFileName() + DurableFiles.PART)
                            .toFile()
                            .delete();
        }
    }
}
