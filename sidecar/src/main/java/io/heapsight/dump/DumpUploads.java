/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.DumpRedactions;
import io.heapsight.dump.analysis.RedactionProcess;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.proc.LocalFiles;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DiskHeadroom;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.upload.PresignedUrl;
import io.heapsight.upload.Uploader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Uploads dumps to presigned URLs of object storage, as jobs. */
public final class DumpUploads {
    private static final int CHUNK_BYTES = 64 * 1024;

    /** Share of reading in the job's progress, if the dump must be read first. */
    private static final double SHARE_OF_READING = 0.4;

    private final Jobs jobs;
    private final DumpStore store;
    private final DumpAnalyses analyses;
    private final DumpRedactions redactions;
    private final Uploader uploader;
    private final EventLog log;

    /**
     * @param analyses compute the digest of a dump without one
     */
    public DumpUploads(
            Jobs jobs,
            DumpStore store,
            DumpAnalyses analyses,
            DumpRedactions redactions,
            Uploader uploader,
            EventLog log) {
        this.jobs = jobs;
        this.store = store;
        this.analyses = analyses;
        this.redactions = redactions;
        this.uploader = uploader;
        this.log = log;
    }

    /**
     * Starts to send a dump.
     *
     * @param redact sends it with all primitive data zeroed, and compressed
     * @throws ProblemException if the destination is forbidden
     */
    public JobSnapshot start(DumpRecord dump, PresignedUrl to, boolean redact, String caller)
            throws ProblemException {
        return jobs.start(
                JobKind.UPLOAD,
                dump.id(),
                caller,
                job -> {
                    to.check();
                    try (FilesInUse.Use _ = store.uses().begin(dump.id())) {
                        job.accepted();
                        job.part(0, SHARE_OF_READING);
                        if (redact) {
                            sendRedacted(dump, to, job);
                        } else {
                            DumpRecord known = analyses.withSha256(dump, job);
                            send(
                                    store.file(known),
                                    to,
                                    job,
                                    field("sha256", known.sha256().orElse("unknown")));
                        }
                    }
                });
    }

    private void send(Path file, PresignedUrl to, Job job, EventLog.Field... known)
            throws ProblemException {
        job.part(SHARE_OF_READING, 1);
        uploader.put(file, to, job::at, job.cancel());
        job.result(to.shown());
        List<EventLog.Field> fields =
                new ArrayList<>(
                        List.of(
                                field("heapdump", job.record().subject()),
                                field("caller", job.record().caller()),
                                field("to", to.shown()),
                                field("bytes", file.toFile().length())));
        fields.addAll(List.of(known));
        log.info("heap dump uploaded", fields.toArray(EventLog.Field[]::new));
    }

    /**
     * Sends a redacted dump from a file, because the storage needs the length first and may request
     * a retry.
     */
    private void sendRedacted(DumpRecord dump, PresignedUrl to, Job job) throws ProblemException {
        String name = dump.id() + ".redacted-" + job.id() + DurableFiles.PART;
        Path file = store.folder().resolve(name);
        try {
            redact(dump, file, job);
            send(file, to, job, field("redacted", true));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "The redacted heap dump could not be written",
                    dump.id() + ": " + IoReason.of(e),
                    "Check the free space of HEAPSIGHT_DATA_DIR: it needs space for a compressed"
                            + " copy.",
                    e);
        } finally {
            boolean _ = file.toFile().delete();
        }
    }

    /** Fails before the disk is full. */
    private void requireRoom() throws IOException {
        long usable = new LocalFiles().usableBytes(store.folder());
        if (usable < DiskHeadroom.MARGIN_BYTES) {
            throw new IOException(
                    "its disk has %s free, and %s must stay free"
                            .formatted(
                                    new ByteSize(usable), new ByteSize(DiskHeadroom.MARGIN_BYTES)));
        }
    }

    private void redact(DumpRecord dump, Path to, Job job) throws IOException, ProblemException {
        long total = dump.gzip() ? 0 : dump.bytes(); // zeroing keeps the length
        long done = 0;
        long nextCheck = 0;
        byte[] chunk = new byte[CHUNK_BYTES];
        try (RedactionProcess redacted = redactions.start(dump, job.cancel());
                OutputStream out =
                        new GZIPOutputStream(Channels.newOutputStream(DurableFiles.create(to)))) {
            InputStream in = redacted.bytes();
            job.at("redacting", 0, total);
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                job.cancel().throwIfCancelled();
                if (done >= nextCheck) { // the file grows no faster
                    requireRoom();
                    nextCheck += DiskHeadroom.MARGIN_BYTES;
                }
                out.write(chunk, 0, n);
                done += n;
                job.at("redacting", done, total);
            }
            redacted.awaitEnd();
        }
    }
}
