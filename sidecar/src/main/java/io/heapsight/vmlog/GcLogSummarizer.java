/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.StoredFileSummarizer;
import io.heapsight.gclog.TargetGcLog;
import io.heapsight.job.Job;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Summarises GC logs, each in a child JVM, one at a time. */
public final class GcLogSummarizer {
    private static final ByteSize MOST_HEAP = ByteSize.parse("64m");

    /** Minimum heap of a child: the reader's memory does not depend on the size of the log. */
    private static final ByteSize LEAST_HEAP = ByteSize.parse("32m");

    private final KeptFiles<GcLogRecord> files;
    private final AnalysisMemory memory;
    private final StoredFileSummarizer<GcLogRecord> summaries;

    /**
     * @param memory available to a child
     */
    public GcLogSummarizer(Jobs jobs, KeptFiles<GcLogRecord> files, AnalysisMemory memory) {
        this.files = files;
        this.memory = memory;
        summaries =
                new StoredFileSummarizer<>(
                        new StoredFileSummarizer.Kind<>(
                                "GC log",
                                "/gclog",
                                "Download the log and run heapsight gc on it; report what it says.",
                                this::child),
                        jobs,
                        files,
                        memory);
    }

    /** Starts to summarise a stored log. */
    public JobSnapshot start(GcLogRecord log, String caller) throws ProblemException {
        return summaries.start(log, caller);
    }

    /**
     * Writes the summary of a log after earlier ones.
     *
     * @throws ProblemException on failure; the log stays
     */
    void summarize(GcLogRecord log, Job job) throws ProblemException {
        summaries.summarize(log, job);
    }

    /**
     * Summarises the log that a target writes by its own options.
     *
     * @return the summary, whose file is deleted already; the caller closes it
     */
    public FileChannel ofTarget(
            TargetConnection target, TargetGcLog log, SummaryFormat form, CancelSignal cancel)
            throws ProblemException {
        files.prepare();
        Instant now = Instant.now();
        GcLogRecord copy =
                new GcLogRecord(
                        files.newId(now, target.jvm().pid()),
                        now,
                        target.jvm().pid(),
                        target.jvm().name(),
                        0,
                        log.bytes(),
                        GcLogger.End.TIME,
                        true,
                        OptionalLong.empty());
        Map<SummaryFormat, Path> outputs = new EnumMap<>(SummaryFormat.class);
        for (SummaryFormat each : SummaryFormat.values()) {
            outputs.put(each, files.summary(copy, each));
        }
        try {
            try (OutputStream out =
                    Channels.newOutputStream(DurableFiles.create(files.file(copy)))) {
                log.copy(
                        target.procFs().files(),
                        GcLogger.MOST_BYTES,
                        bytes -> {
                            cancel.throwIfCancelled();
                            out.write(bytes);
                        });
            }
            summaries.write(copy, outputs, Progress.SILENT, cancel);
            return FileChannel.open(outputs.get(form), StandardOpenOption.READ);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The target's GC log can't be summarised",
                    "%s of %s: %s".formatted(log.path(), target.jvm().label(), IoReason.of(e)),
                    "Try again; check the free space of HEAPSIGHT_DATA_DIR.",
                    e);
        } finally {
            remove(files.file(copy));
            outputs.values().forEach(GcLogSummarizer::remove);
        }
    }

    /** Deletes a temporary file; the next start deletes one that can't be deleted now. */
    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            return; // it has an id without a record
        }
    }

    private ChildJvm child(GcLogRecord log, Map<SummaryFormat, Path> outputs)
            throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("gc-log-child");
        arguments.add("--title=GC log of " + log.target());
        if (files.find(log.id()).isPresent()) { // else a copy of the target's own log
            arguments.add("--recorded");
            log.maxHeapBytes().ifPresent(bytes -> arguments.add("--max-heap=" + bytes));
        }
        outputs.forEach((form, file) -> arguments.add("--" + form.label() + "=" + file));
        arguments.add("--");
        arguments.add(files.file(log).toAbsolutePath().toString());
        return ChildJvm.start(
                "summary",
                ChildJvm.Cache.COMMON,
                memory.asJavaHeap(LEAST_HEAP, MOST_HEAP),
                arguments);
    }
}
