/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.dump.capture.DumpDestination.Manner;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Makes a target write a heap dump, and brings it into a file of ours. Whatever happens, no other
 * file is left, here or in the target.
 */
public final class HeapDumper {
    private final DestinationSelector places;
    private final WriteInTarget throughTarget;
    private final Duration commandTimeout;
    private final Duration dumpTimeout;

    /**
     * @param own the processes as we see them, with our own rights
     * @param folderInTarget where a target may write that can't reach us; empty: where there is
     *     room
     * @param commandTimeout of a command that ends at once
     * @param dumpTimeout of the dump itself
     */
    public HeapDumper(
            ProcFs own,
            Optional<String> folderInTarget,
            Duration commandTimeout,
            Duration dumpTimeout) {
        this.throughTarget = new WriteInTarget(folderInTarget);
        this.places = new DestinationSelector(own, throughTarget);
        this.commandTimeout = commandTimeout;
        this.dumpTimeout = dumpTimeout;
    }

    /** One dump on its way. */
    private final class Taking {
        private final TargetConnection target;
        private final DumpFileRequest request;
        private final Progress progress;
        private final CancelSignal cancel;
        private final DumpSpaceEstimate needs;

        Taking(
                TargetConnection target,
                DumpFileRequest request,
                Progress progress,
                CancelSignal cancel)
                throws ProblemException {
            this.target = target;
            this.request = request;
            this.progress = progress;
            this.cancel = cancel;
            DumpCommandOptions options = DumpCommandOptions.of(target, commandTimeout, cancel);
            HeapSize heap = HeapSize.read(target, commandTimeout, cancel);
            needs = new DumpSpaceEstimate(heap, options, request.gzip() && !options.gzip());
        }

        /** Where the dump comes to lie before it is compressed, if it is. */
        Path plain() {
            return needs.compressedByUs()
                    ? request.file().resolveSibling(request.file().getFileName() + ".plain")
                    : request.file();
        }

        String take(Runnable begun) throws ProblemException, IOException {
            Reading<DumpDestination> direct = places.straightTo(target, plain());
            boolean copied = direct instanceof Reading.Missing<DumpDestination>;
            Path folder = request.file().toAbsolutePath().resolveSibling("");
            places.requireRoom(target, folder, needs, copied);
            return switch (direct) {
                case Reading.Missing<DumpDestination>(String reason) -> {
                    DumpDestination place = places.inTarget(target, request.id(), needs, reason);
                    begun.run();
                    yield take(place);
                }
                case Reading.Present<DumpDestination>(DumpDestination place) -> {
                    begun.run();
                    yield straightOrElse(place);
                }
            };
        }

        private String straightOrElse(DumpDestination place) throws ProblemException, IOException {
            try {
                return take(place);
            } catch (DumpFileNotCreated e) {
                String why = "the target could not create a file here: " + e.reply();
                return take(places.inTarget(target, request.id(), needs, why));
            }
        }

        private String take(DumpDestination place) throws ProblemException, IOException {
            SegmentedDumpFile parts = place.parts();
            try {
                switch (place.manner()) {
                    case STRAIGHT -> write(place, parts);
                    case COPIED -> {
                        write(place, parts);
                        DumpCopy.copy(parts, plain(), ceiling(), dumpTimeout, progress, cancel);
                    }
                    case STREAMED ->
                            new FifoDump(target, place, plain(), ceiling())
                                    .take(
                                            command(place),
                                            dumpTimeout,
                                            needs.heap().usedBytes(),
                                            progress,
                                            cancel);
                }
                if (place.manner() != Manner.STRAIGHT) {
                    parts.remove();
                }
                cancel.throwIfCancelled();
                check();
                if (needs.compressedByUs()) {
                    DumpCopy.compress(plain(), request.file(), progress, cancel);
                    Files.delete(plain());
                }
                return place.way();
            } catch (ProblemException | IOException | RuntimeException e) {
                removeAll(parts, e);
                throw e;
            }
        }

        private DumpSizeLimit ceiling() {
            Path folder = request.file().toAbsolutePath().resolveSibling("");
            return DumpSizeLimit.of(needs, new LocalFiles().usableBytes(folder));
        }

        /** A target that has gone has taken its files along: that is not what went wrong. */
        private void removeAll(SegmentedDumpFile parts, Exception cause) {
            try {
                Files.deleteIfExists(plain());
                Files.deleteIfExists(request.file());
                parts.remove();
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }

        /** The command's own time-out holds; a cancelled one is waited for. */
        private void write(DumpDestination place, SegmentedDumpFile parts) throws ProblemException {
            long used = needs.heap().usedBytes();
            long expected = needs.options().segments() ? 2 * used : used;
            String reply;
            try (WriteProgress _ = new WriteProgress(parts, expected, progress, cancel)) {
                reply = target.jcmd(command(place), dumpTimeout, new CancelSignal());
            }
            if (cancel.isCancelled()) {
                throw new CancellationException("the target has ended its dump, which is removed");
            }
            if (!reply.contains("Heap dump file created")) {
                throw parts.exists()
                        ? DumpProblem.incomplete(target, place, reply)
                        : new DumpFileNotCreated(target, place, reply);
            }
        }

        private JcmdCommand command(DumpDestination place) {
            boolean compressed = request.gzip() && needs.options().gzip();
            return needs.options().command(request.live(), compressed, place);
        }

        private void check() throws ProblemException, IOException {
            String fault = DumpIntegrityCheck.fault(plain());
            if (!fault.isEmpty()) {
                throw DumpProblem.broken(target, Files.size(plain()), fault);
            }
        }
    }

    /**
     * Takes a dump. The target stands still while it writes.
     *
     * @param progress hears how much is written
     * @param cancel a target can't be stopped: when it has written its file, that is removed
     * @param begun is called when nothing stands in the way any more, before the target is asked
     * @return which way it came, and why that
     * @throws ProblemException what is in the way, or went wrong; nothing is left behind
     */
    public String take(
            TargetConnection target,
            DumpFileRequest request,
            Progress progress,
            CancelSignal cancel,
            Runnable begun)
            throws ProblemException {
        Taking taking = new Taking(target, request, progress, cancel);
        try {
            return taking.take(begun);
        } catch (IOException e) {
            throw DumpProblem.files(target, e);
        }
    }

    /**
     * Removes what a sidecar that was killed left in a target's file system.
     *
     * @return what was removed, as the target names it
     */
    public List<String> removeLeftovers(TargetConnection target) {
        return throughTarget.removeLeftovers(target);
    }
}
