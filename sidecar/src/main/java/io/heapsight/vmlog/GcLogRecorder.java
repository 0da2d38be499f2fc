/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.job.Job;
import io.heapsight.job.SkippedPart;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.StorageRetention;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Records GC logs of targets and stores them, within limits on their number and size.
 *
 * @param logger switches the log of a target on and off
 * @param retention of the stored logs
 */
public record GcLogRecorder(
        GcLogger logger, StorageRetention<GcLogRecord> retention, SteadyClock clock) {
    /** Free space in the sidecar's folder as a multiple of a log. */
    private static final int TIMES_THE_LOG = 2;

    /**
     * Logs for the requested time, and stores the log.
     *
     * @throws ProblemException on an obstacle or without space; the log is off again, and nothing
     *     is stored
     */
    GcLogRecord keep(TargetConnection target, GcLogRequest request, Job job)
            throws ProblemException {
        KeptFiles<GcLogRecord> files = retention.files();
        files.prepare();
        TargetJvm jvm = target.jvm();
        requireRoom(jvm, files.folder());
        Instant startedAt = clock.instant();
        String id = files.newId(startedAt, jvm.pid());
        Path part = files.partOf(id);
        retention.make(1, 0, "");
        OptionalLong maxHeap = maxHeapBytes(target); // before the target may end
        try {
            long begun = clock.nanoTime();
            GcLogger.Outcome outcome;
            try (OutputStream out = Channels.newOutputStream(DurableFiles.create(part))) {
                outcome =
                        logger.log(
                                target,
                                request,
                                id,
                                new GcLogger.Output(
                                        Optional.of(files.beside(id, HeapsightGcLogNames.LIVE_END)),
                                        out),
                                new CaptureListener(job::accepted, job::at),
                                job.cancel());
            }
            outcome.stillOn()
                    .ifPresent(why -> job.skip(new SkippedPart("end", why.detail(), why.remedy())));
            GcLogRecord kept =
                    new GcLogRecord(
                            id,
                            startedAt,
                            jvm.pid(),
                            jvm.name(),
                            seconds(clock.since(begun)),
                            Files.size(part),
                            outcome.end(),
                            outcome.whole(),
                            maxHeap);
            files.add(kept, part);
            retention.make(0, 0, id);
            return kept;
        } catch (IOException e) {
            retention.removeUnkept(id);
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The GC log could not be stored",
                    "The GC log of " + jvm.label() + ": " + IoReason.of(e),
                    "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                    e);
        } catch (ProblemException | RuntimeException e) {
            retention.removeUnkept(id);
            throw e;
        }
    }

    private static OptionalLong maxHeapBytes(TargetConnection target) {
        double bytes =
                target.jvm()
                        .flags()
                        .maxHeapBytes()
                        .orElseGet(
                                () ->
                                        target.counters()
                                                .toOptional()
                                                .map(each -> MxBeanModel.of(each).heapMaxBytes())
                                                .orElse(Double.NaN));
        return bytes > 0 ? OptionalLong.of((long) bytes) : OptionalLong.empty();
    }

    private static int seconds(Duration took) {
        return (int) took.plusMillis(500).toSeconds();
    }

    private static void requireRoom(TargetJvm jvm, Path folder) throws ProblemException {
        long usable = new LocalFiles().usableBytes(folder);
        if (usable < TIMES_THE_LOG * GcLogger.MOST_BYTES) {
            throw new ProblemException(
                    VmLogProblem.noRoom(
                            jvm,
                            "the sidecar's folder %s has %s free, and needs %s"
                                    .formatted(
                                            folder,
                                            new ByteSize(usable),
                                            new ByteSize(TIMES_THE_LOG * GcLogger.MOST_BYTES))));
        }
    }
}
