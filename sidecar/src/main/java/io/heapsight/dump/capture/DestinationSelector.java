/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.DirectWrite;
import io.heapsight.transfer.NeededSpace;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.TmpfsCheck;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Selects the path at which a target writes a dump, and checks the free space. Creates and deletes
 * no files.
 */
final class DestinationSelector {
    private final ProcFs own;
    private final DirectWrite straight;
    private final WriteInTarget throughTarget;
    private final Map<String, InProgress> inProgress = new ConcurrentHashMap<>();

    /**
     * @param own the table of processes, read with the sidecar's own rights
     * @param throughTarget for a target that can't reach the sidecar's files
     */
    DestinationSelector(ProcFs own, WriteInTarget throughTarget) {
        this.own = own;
        this.straight = new DirectWrite(own);
        this.throughTarget = throughTarget;
    }

    /**
     * The destination of a copy.
     *
     * @param folder of the sidecar
     * @param freedBytes stored bytes that the quota deletes there before the dump
     */
    record Copy(Path folder, long freedBytes) {}

    /**
     * A dump in progress.
     *
     * @param bytes expected in the sidecar's folder
     */
    private record InProgress(SegmentedDumpFile file, long bytes) {}

    /**
     * Reserves the space of a dump until {@link #end}, since the sidecar may dump several targets
     * into its folder at a time.
     */
    void begin(String id, Path file, long bytes) {
        inProgress.put(id, new InProgress(new SegmentedDumpFile(new LocalFiles(), file), bytes));
    }

    void end(String id) {
        inProgress.remove(id);
    }

    /** Whether this dump, of any target, is in progress. */
    boolean isInProgress(String id) {
        return inProgress.containsKey(id);
    }

    /** The bytes that dumps in progress have not written yet. */
    private long reservedBytes() {
        return inProgress.values().stream()
                .mapToLong(dump -> Math.max(0, dump.bytes() - dump.file().bytes()))
                .sum();
    }

    /** Returns the path for a direct write into a file of the sidecar, or the obstacle to it. */
    Reading<TargetFile> straightTo(TargetConnection target, Path file) {
        return straight.to(target, file);
    }

    /**
     * Finds a path in the target. Prefers a file to a FIFO, because the target then doesn't wait
     * for the sidecar.
     *
     * @param why the reason against a direct write
     * @throws ProblemException if there is no path
     */
    TargetFile inTarget(
            TargetConnection target, String id, DumpSpaceEstimate needs, Copy copy, String why)
            throws ProblemException {
        NeededSpace needed =
                new NeededSpace(
                        needs.bytesToWrite(),
                        Optional.of(copy.folder()),
                        needs.bytesToWriteAndCopy(),
                        copy.freedBytes());
        Reading<TargetFile> found = throughTarget.to(target, id, needed, why);
        if (found instanceof Reading.Missing<TargetFile>(String noRoom)
                && needs.options().streams()) {
            found = throughTarget.fifo(target, id, why + "; " + noRoom);
        }
        return switch (found) {
            case Reading.Present<TargetFile>(TargetFile place) -> place;
            case Reading.Missing<TargetFile>(String reason) ->
                    throw DumpFailures.noPlace(
                            target, needs.heap(), needs.bytesToWrite(), why + "; " + reason);
        };
    }

    /**
     * Checks that a folder of the sidecar has enough space.
     *
     * @param copied whether the target writes elsewhere
     * @param freedBytes stored bytes that the quota deletes there before the dump
     * @throws ProblemException if there is not enough
     */
    void requireRoom(
            TargetConnection target,
            Path folder,
            DumpSpaceEstimate needs,
            boolean copied,
            long freedBytes)
            throws ProblemException, IOException {
        long needed = needs.bytesToKeep(copied);
        long reserved = reservedBytes();
        long usable = new LocalFiles().usableBytes(folder) + freedBytes - reserved;
        if (usable < needed) {
            throw DumpFailures.noRoom(
                    target,
                    needs.heap(),
                    needed,
                    "%s has room for %s%s"
                            .formatted(
                                    folder,
                                    new ByteSize(Math.max(0, usable)),
                                    reserved > 0 ? " beside dumps in progress" : ""));
        }
        Optional<String> memory =
                TmpfsCheck.refusal(
                        target,
                        own,
                        "self",
                        folder.toRealPath().toString(),
                        Math.max(0, needed - freedBytes));
        if (memory.isPresent()) {
            throw DumpFailures.noRoom(target, needs.heap(), needed, folder + " " + memory.get());
        }
    }
}
