/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.mat;

import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageQuota;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Creates Eclipse MAT reports of stored dumps, as jobs, and stores each report beside its dump. A
 * report counts towards the quota and is deleted with the dump. MAT takes a turn among the analyses
 * and uses their memory.
 */
public final class MatReports {
    /** The script of MAT's batch mode in its installation. */
    public static final String SCRIPT = MatProgram.SCRIPT;

    private final Optional<Path> installation;
    private final Path workFolders;
    private final Jobs jobs;
    private final DumpStore store;
    private final DumpAnalyses analyses;
    private final StorageQuota quota;

    private MatReports(
            Optional<Path> installation,
            Path workFolders,
            Jobs jobs,
            DumpStore store,
            DumpAnalyses analyses,
            StorageQuota quota) {
        this.installation = installation;
        this.workFolders = workFolders;
        this.jobs = jobs;
        this.store = store;
        this.analyses = analyses;
        this.quota = quota;
    }

    /**
     * Deletes MAT's files that a killed sidecar has left.
     *
     * @param installation of MAT; empty if there is none
     */
    public static MatReports open(
            Optional<Path> installation,
            Jobs jobs,
            DumpStore store,
            DumpAnalyses analyses,
            StorageQuota quota,
            EventLog log) {
        Path workFolders = store.folder().resolveSibling("mat");
        try {
            MatRunFolder.remove(workFolders);
        } catch (IOException e) {
            log.warn("files of Eclipse MAT stay", EventLog.field("reason", e));
        }
        return new MatReports(installation, workFolders, jobs, store, analyses, quota);
    }

    /** The report of a dump, if it exists. */
    public Optional<Path> find(DumpRecord dump, MatReport report) {
        return Optional.of(report.file(store, dump)).filter(Files::isRegularFile);
    }

    /**
     * Starts to create a report.
     *
     * @throws ProblemException if MAT is missing or can't read the dump, or if there is too little
     *     memory
     */
    public JobSnapshot start(DumpRecord dump, MatReport report, String caller)
            throws ProblemException {
        MatProgram program = program();
        requirePlain(dump);
        return jobs.start(
                JobKind.MAT_REPORT,
                dump.id(),
                caller,
                job -> {
                    MatMemory memory = MatMemory.of(store, dump);
                    memory.heapOf(available(), dump);
                    requireRoom();
                    analyses.alone(
                            dump, job, () -> make(dump, report, new Batch(program, memory), job));
                    job.result(
                            "/heapdumps/%s/mat-report?report=%s"
                                    .formatted(dump.id(), report.label()));
                });
    }

    /** The memory of an analysis; zero if that is too little for one. */
    private ByteSize available() {
        try {
            return analyses.memory();
        } catch (ProblemException _) {
            return new ByteSize(0);
        }
    }

    private MatProgram program() throws ProblemException {
        if (installation.isEmpty()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Eclipse MAT is not installed",
                    "HEAPSIGHT_MAT is not an Eclipse MAT installation.",
                    "mount one into the sidecar's container and name its folder: env:"
                            + " - {name: HEAPSIGHT_MAT, value: /opt/mat} (docker run -v"
                            + " /opt/mat:/opt/mat:ro -e HEAPSIGHT_MAT=/opt/mat; ECS:"
                            + " \"environment\": [{\"name\": \"HEAPSIGHT_MAT\", \"value\":"
                            + " \"/opt/mat\"}])");
        }
        return MatProgram.of(installation.get());
    }

    private static void requirePlain(DumpRecord dump) throws ProblemException {
        if (dump.gzip()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The heap dump is compressed",
                    dump.id() + ": some Eclipse MAT versions can't read compressed dumps.",
                    "Take a dump without ?gzip=true, or download this one, gunzip it, and run MAT"
                            + " on it.");
        }
    }

    private long requireRoom() throws ProblemException {
        long left = quota.bytes() - store.bytesOnDisk();
        if (left <= 0) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "HEAPSIGHT_DUMP_QUOTA has no room for a report",
                    "%s of %s are used."
                            .formatted(
                                    new ByteSize(store.bytesOnDisk()), new ByteSize(quota.bytes())),
                    "Delete a dump that you don't need (DELETE /heapdumps/ID), or raise the"
                            + " quota.");
        }
        return left;
    }

    /** MAT's batch mode, and its memory for a dump. */
    private record Batch(MatProgram program, MatMemory memory) {
        /**
         * Returns the command with the arguments of MAT's manual; Eclipse writes its own files into
         * the folder, too.
         */
        List<String> command(Path folder, Path dump, MatReport report, ByteSize heap) {
            return program.command(
                    List.of(
                            folder.resolve(dump.getFileName()).toString(),
                            report.id(),
                            "-data",
                            folder.resolve("workspace").toString(),
                            "-vmargs",
                            "-Xmx%dk".formatted(heap.bytes() >> 10),
                            "-Duser.home=" + folder,
                            "-Djava.io.tmpdir=" + folder));
        }
    }

    private void make(DumpRecord dump, MatReport report, Batch batch, Job job)
            throws ProblemException {
        ByteSize heap = batch.memory.heapOf(available(), dump);
        Path file = store.file(dump);
        Path part = store.folder().resolve(report.fileName(dump) + DurableFiles.PART);
        try (MatRunFolder folder = MatRunFolder.make(workFolders, job.id(), file)) {
            List<String> command = batch.command(folder.path(), file, report, heap);
            Path made = new MatRun(folder, requireRoom(), job).run(command);
            copy(made, part);
            DurableFiles.publish(part, report.file(store, dump));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "Eclipse MAT could not be run",
                    IoReason.of(e),
                    "Check HEAPSIGHT_MAT, and the free space and permissions of"
                            + " HEAPSIGHT_DATA_DIR.",
                    e);
        } finally {
            boolean _ = part.toFile().delete();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (FileChannel in = FileChannel.open(from);
                FileChannel out = DurableFiles.create(to)) {
            long at = 0;
            while (at < in.size()) {
                at += in.transferTo(at, in.size() - at, out);
            }
        }
    }
}
