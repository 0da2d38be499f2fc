/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.StoredFileSummarizer;
import io.heapsight.job.Job;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Summarises stored recordings, each in a child JVM, one at a time. */
public final class RecordingSummaries {
    private static final ByteSize MOST_HEAP = ByteSize.parse("160m");

    /** Minimum Java heap of a child. */
    private static final ByteSize LEAST_HEAP = ByteSize.parse("48m");

    private final KeptFiles<RecordingRecord> files;
    private final AnalysisMemory memory;
    private final StoredFileSummarizer<RecordingRecord> summaries;

    /**
     * @param memory available to a child
     */
    public RecordingSummaries(Jobs jobs, KeptFiles<RecordingRecord> files, AnalysisMemory memory) {
        this.files = files;
        this.memory = memory;
        summaries =
                new StoredFileSummarizer<>(
                        new StoredFileSummarizer.Kind<>(
                                "recording",
                                "/recordings",
                                "Download the recording and run heapsight jfr summary on it;"
                                        + " report what it says.",
                                this::child),
                        jobs,
                        files,
                        memory);
    }

    /** Starts to summarise a stored recording. */
    public JobSnapshot start(RecordingRecord recording, String caller) throws ProblemException {
        return summaries.start(recording, caller);
    }

    /**
     * Writes the summary of a recording after earlier ones.
     *
     * @throws ProblemException on failure; the recording stays
     */
    void summarize(RecordingRecord recording, Job job) throws ProblemException {
        summaries.summarize(recording, job);
    }

    private ChildJvm child(RecordingRecord recording, Map<SummaryFormat, Path> outputs)
            throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("recording-child");
        arguments.add(files.file(recording).toString());
        outputs.forEach((form, file) -> arguments.add("--" + form.label() + "=" + file));
        return ChildJvm.start("summary", ChildJvm.Cache.COMMON, heap(memory), arguments);
    }

    /** Flags of a JVM that reads a recording in the available memory. */
    static List<String> heap(AnalysisMemory memory) throws ProblemException {
        return memory.asJavaHeap(LEAST_HEAP, MOST_HEAP);
    }
}
