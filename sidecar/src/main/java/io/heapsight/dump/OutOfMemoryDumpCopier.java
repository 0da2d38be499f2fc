/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.capture.DumpIntegrityCheck;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.Jobs;
import io.heapsight.job.SkippedPart;
import io.heapsight.kept.StorageRetention;
import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Stores heap dumps that JVMs wrote by themselves at an OutOfMemoryError. A job copies each dump,
 * because the target may still change or delete its own file. The job then analyses the copy like
 * any other dump.
 */
public record OutOfMemoryDumpCopier(
        Jobs jobs,
        StorageRetention<DumpRecord> retention,
        DumpAnalyses analyses,
        InstantSource clock) {
    /** The beginning of the transfer's description in the records of such dumps. */
    public static final String WAY = "written by the JVM at OutOfMemoryError";

    private static final String CALLER = "OutOfMemoryError";

    /** Share of copying in the job's progress. */
    private static final double SHARE_OF_COPYING = 0.3;

    /**
     * Bytes per copy request: the kernel copies them, or shares their blocks if the file system
     * supports that.
     */
    private static final long PIECE_BYTES = 8L << 20;

    /** Speed limit, because other programs need the disk, too. */
    private static final long MOST_BYTES_A_SECOND = 128L << 20;

    /** Maximum size, because compressed data from a target may inflate endlessly. */
    private static final TransferLimit MOST_INFLATED =
            new TransferLimit(256L << 30, "heap dumps above 256 GiB are not read");

    /** The outcome for one dump. */
    public sealed interface Outcome {}

    /**
     * The dump is stored.
     *
     * @param fault its fault, such as a truncation; "" if there is none
     */
    public record Kept(String id, String fault) implements Outcome {}

    /** The dump is not stored; only the target's own file exists. */
    public record NotKept(Problem why) implements Outcome {}

    /**
     * Starts to store a dump, unless an earlier sidecar has stored it.
     *
     * @param dump complete; closed at the end
     * @param outcome receives the outcome once, on the job's thread or immediately
     */
    public void keep(OutOfMemoryDump dump, Consumer<Outcome> outcome) {
        try {
            Optional<DumpRecord> known = known(dump);
            if (known.isPresent()) {
                dump.close();
                outcome.accept(new Kept(known.get().id(), ""));
                return;
            }
            start(dump, outcome);
        } catch (IOException e) {
            outcome.accept(new NotKept(problem(dump, e).problem()));
        }
    }

    private void start(OutOfMemoryDump dump, Consumer<Outcome> outcome) throws IOException {
        try {
            jobs.startOwn(
                    JobKind.HEAPDUMP, dump.jvm().label(), CALLER, job -> run(dump, job, outcome));
        } catch (ProblemException e) {
            dump.close();
            outcome.accept(new NotKept(e.problem()));
        }
    }

    private DumpStore store() {
        return new DumpStore(retention.files());
    }

    private Optional<DumpRecord> known(OutOfMemoryDump dump) throws IOException {
        long bytes = dump.content().size();
        return store().list().stream()
                .filter(
                        each ->
                                each.way().startsWith(WAY)
                                        && each.pid() == dump.jvm().pid()
                                        && each.bytes() == bytes
                                        && each.takenAt().equals(dump.writtenAt()))
                .findFirst();
    }

    private void run(OutOfMemoryDump dump, Job job, Consumer<Outcome> outcome)
            throws ProblemException {
        job.accepted();
        job.part(0, SHARE_OF_COPYING);
        Copy kept;
        try (dump) {
            kept = copy(dump, job);
        } catch (IOException e) {
            ProblemException problem = problem(dump, e);
            outcome.accept(new NotKept(problem.problem()));
            throw problem;
        } catch (ProblemException e) {
            outcome.accept(new NotKept(e.problem()));
            throw e;
        } catch (CancellationException e) {
            outcome.accept(new NotKept(cancelled(dump)));
            throw e;
        }
        outcome.accept(new Kept(kept.dump().id(), kept.fault()));
        job.result("/heapdumps/" + kept.dump().id());
        Optional<Problem> obstacle = analyses.obstacle();
        if (obstacle.isPresent()) {
            job.skip(SkippedPart.summary(obstacle.get()));
            return;
        }
        job.part(SHARE_OF_COPYING, 1);
        analyses.summarize(kept.dump(), job);
    }

    private record Copy(DumpRecord dump, String fault) {}

    private Copy copy(OutOfMemoryDump dump, Job job) throws ProblemException, IOException {
        DumpStore store = store();
        store.prepare();
        makeRoom(dump);
        String id = store.newId(clock.instant(), dump.jvm().pid());
        Path part = store.partOf(id);
        try {
            copy(dump, part, job);
            String fault = DumpIntegrityCheck.fault(part, MOST_INFLATED, job.cancel());
            DumpRecord kept =
                    new DumpRecord(
                            id,
                            dump.writtenAt(),
                            dump.jvm().pid(),
                            dump.jvm().name(),
                            Files.size(part),
                            false,
                            dump.isCompressed(),
                            Optional.empty(),
                            WAY
                                    + ", copied from its "
                                    + dump.file()
                                    + (fault.isEmpty() ? "" : "; not whole: " + fault));
            store.add(kept, part);
            retention.make(0, 0, id);
            return new Copy(kept, fault);
        } catch (IOException | RuntimeException | Error e) {
            retention.removeUnkept(id);
            throw e;
        }
    }

    private void makeRoom(OutOfMemoryDump dump) throws ProblemException, IOException {
        if (!dump.isDump()) {
            throw problem(
                    Problem.Kind.REFUSED_BY_TARGET,
                    dump.file() + " does not start with a heap dump header.",
                    "Check the target's disk and its quota: it may be full.");
        }
        long bytes = dump.content().size();
        long quota = retention.quota().bytes();
        if (bytes > quota) {
            throw problem(
                    Problem.Kind.NO_ROOM,
                    "%s has %s, and the quota is %s."
                            .formatted(dump.file(), new ByteSize(bytes), new ByteSize(quota)),
                    "Raise HEAPSIGHT_DUMP_QUOTA=bytes=…, and the volume with it.");
        }
        requireRoom(dump, bytes, retention.excessBytes(1, bytes));
        retention.make(1, bytes, "");
        requireRoom(dump, bytes, 0);
    }

    /**
     * Checks the free space of the folder.
     *
     * @param freedBytes stored bytes that the quota deletes there
     */
    private void requireRoom(OutOfMemoryDump dump, long bytes, long freedBytes)
            throws ProblemException {
        long usable = new LocalFiles().usableBytes(retention.files().folder()) + freedBytes;
        TransferLimit limit = TransferLimit.of(Long.MAX_VALUE, "", usable);
        if (bytes > limit.bytes()) {
            throw problem(
                    Problem.Kind.NO_ROOM,
                    "%s has %s, and %s."
                            .formatted(dump.file(), new ByteSize(bytes), limit.reason()),
                    "Mount a larger volume at HEAPSIGHT_DATA_DIR of the sidecar's container, or"
                            + " delete older dumps (DELETE /heapdumps/ID).");
        }
    }

    private static void copy(OutOfMemoryDump dump, Path to, Job job) throws IOException {
        long size = dump.content().size();
        long begun = System.nanoTime();
        try (FileChannel out = DurableFiles.create(to)) {
            for (long at = 0; at < size; ) {
                job.cancel().throwIfCancelled();
                long count = dump.content().transferTo(at, Math.min(PIECE_BYTES, size - at), out);
                if (count <= 0) {
                    return; // the file became shorter; the next step checks the rest
                }
                at += count;
                job.at("copying the JVM's own dump", at, size);
                Duration due =
                        Duration.ofNanos(
                                (long) (1e9 * at / MOST_BYTES_A_SECOND)
                                        - (System.nanoTime() - begun));
                if (due.isPositive()) {
                    job.cancel().pause(due);
                }
            }
        }
    }

    private static Problem cancelled(OutOfMemoryDump dump) {
        return problem(
                        Problem.Kind.CONFLICT,
                        "The job was cancelled before " + dump.file() + " was copied.",
                        "Fetch the dump from the target (kubectl cp), if the target still exists.")
                .problem();
    }

    private static ProblemException problem(OutOfMemoryDump dump, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The JVM's own heap dump could not be stored",
                dump.file() + ": " + IoReason.of(e),
                "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                e);
    }

    private static ProblemException problem(Problem.Kind kind, String detail, String remedy) {
        return new ProblemException(
                kind, "The JVM's own heap dump could not be stored", detail, remedy);
    }
}
