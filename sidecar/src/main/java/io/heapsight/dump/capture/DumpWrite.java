/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.AttachException;
import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.pause.Capture;
import io.heapsight.pause.HeapContent;
import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.FileTransfer;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/**
 * Makes a target write one dump into a file of the sidecar. No other file is left, in either file
 * system.
 *
 * @param id part of the names of files in the target
 * @param file the destination, which must not exist
 * @param timeout of the dump itself
 */
public record DumpWrite(
        DestinationSelector places,
        TargetConnection target,
        DumpRequest request,
        String id,
        Path file,
        DumpSpaceEstimate needs,
        Duration timeout,
        Progress progress,
        CancelSignal cancel) {
    static final String FILE_END = ".hprof";

    private static final JcmdCommand ANY_COMMAND = JcmdCommand.of("VM.version");

    /** Returns the same write through another connection to its target. */
    public DumpWrite through(TargetConnection connection) {
        return new DumpWrite(
                places, connection, request, id, file, needs, timeout, progress, cancel);
    }

    /**
     * Returns the same write with the space for counted objects, if a histogram counted them. A
     * dump of the live objects only has fewer.
     */
    public DumpWrite counting(HeapContent content) {
        return new DumpWrite(
                places,
                target,
                request,
                id,
                file,
                request.live() ? needs : needs.with(content),
                timeout,
                progress,
                cancel);
    }

    /** The target's activity during its pause. */
    public Capture capture() {
        return Capture.dump(request.live(), request.gzip() && needs.options().gzip());
    }

    /** The expected size of the dump. */
    public long expectedBytes() {
        return needs.heap().dumpBytes();
    }

    /**
     * Makes the checks that {@link #run} makes before the command; changes nothing.
     *
     * @param freedBytes stored bytes that are deleted beside the destination before the dump
     * @throws ProblemException on an obstacle
     */
    public void require(long freedBytes) throws ProblemException {
        try {
            TargetFile _ = place(freedBytes);
        } catch (IOException e) {
            throw DumpFailures.files(target, e);
        }
    }

    /**
     * Makes the target write the dump; the target is stopped in the meantime.
     *
     * @param begun runs after all checks, before the command
     * @return the way of the transfer, and the reason for it
     * @throws ProblemException on an obstacle or failure; no files are left behind
     */
    public String run(Runnable begun) throws ProblemException {
        try {
            return write(begun);
        } catch (IOException e) {
            throw DumpFailures.files(target, e);
        } finally {
            places.end(id);
        }
    }

    /** The path of the dump before it is compressed, if it is. */
    private Path plain() {
        return needs.compressedByUs() ? file.resolveSibling(file.getFileName() + ".plain") : file;
    }

    private String write(Runnable begun) throws ProblemException, IOException {
        TargetFile place = reserve();
        begun.run();
        return place.manner() == TargetFile.Manner.STRAIGHT ? straightOrElse(place) : take(place);
    }

    /** Checks and reserves the space in one step. */
    private TargetFile reserve() throws ProblemException, IOException {
        synchronized (places) {
            TargetFile place = place(0);
            boolean copied = place.manner() != TargetFile.Manner.STRAIGHT;
            places.begin(id, plain(), needs.bytesToKeep(copied));
            return place;
        }
    }

    private TargetFile place(long freedBytes) throws ProblemException, IOException {
        Reading<TargetFile> direct = places.straightTo(target, plain());
        boolean copied = direct instanceof Reading.Missing<TargetFile>;
        places.requireRoom(target, folder(), needs, copied, freedBytes);
        return switch (direct) {
            case Reading.Missing<TargetFile>(String reason) ->
                    places.inTarget(target, id, needs, copy(freedBytes), reason);
            case Reading.Present<TargetFile>(TargetFile place) -> place;
        };
    }

    private Path folder() {
        return file.toAbsolutePath().resolveSibling("");
    }

    private DestinationSelector.Copy copy(long freedBytes) {
        return new DestinationSelector.Copy(folder(), freedBytes);
    }

    private String straightOrElse(TargetFile place) throws ProblemException, IOException {
        try {
            return take(place);
        } catch (DumpFileNotCreatedException e) {
            String why = "the target could not create a file here: " + e.reply();
            return take(places.inTarget(target, id, needs, copy(0), why));
        }
    }

    private String take(TargetFile place) throws ProblemException, IOException {
        SegmentedDumpFile parts = new SegmentedDumpFile(place.files(), place.file());
        try {
            switch (place.manner()) {
                case STRAIGHT -> {
                    write(place, parts);
                    FileTransfer.requireFile(
                            place.files(), place.file(), needs.limit(Long.MAX_VALUE));
                }
                case COPIED -> {
                    write(place, parts);
                    FileTransfer.copy(place, plain(), ceiling(), timeout, progress, cancel);
                }
                case STREAMED ->
                        new FifoDump(target, place, plain(), ceiling())
                                .take(
                                        command(place),
                                        timeout,
                                        needs.heap().usedBytes(),
                                        progress,
                                        cancel);
            }
            if (place.manner() != TargetFile.Manner.STRAIGHT) {
                parts.remove();
            }
            cancel.throwIfCancelled();
            check();
            if (needs.compressedByUs()) {
                DumpCompressor.compress(plain(), file, progress, cancel);
                Files.delete(plain());
            }
            return place.way();
        } catch (ProblemException | IOException | RuntimeException | Error e) {
            removeAll(parts, e);
            throw e;
        }
    }

    private TransferLimit ceiling() {
        return needs.limit(new LocalFiles().usableBytes(folder()));
    }

    /** Deletes all files. If the target has ended, its files are gone; that is not an error. */
    private void removeAll(SegmentedDumpFile parts, Throwable cause) {
        remove(parts::remove, cause); // first: the target's space is needed most
        remove(() -> Files.deleteIfExists(plain()), cause);
        remove(() -> Files.deleteIfExists(file), cause);
    }

    private interface Deletion {
        void run() throws IOException;
    }

    private static void remove(Deletion deletion, Throwable cause) {
        try {
            deletion.run();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Sends the command, with its own timeout; waits also for a cancelled one. */
    private void write(TargetFile place, SegmentedDumpFile parts)
            throws ProblemException, IOException {
        long used = needs.heap().usedBytes();
        long expected = needs.options().segments() ? 2 * used : used;
        String reply;
        DumpFileWatchdog watch = new DumpFileWatchdog(parts, expected, progress, cancel);
        try (watch) {
            reply = ask(place, parts, watch);
        }
        if (watch.isTooMuch()) {
            throw new IOException("the dump exceeds the free space of " + place.pathInTarget());
        }
        if (cancel.isCancelled()) {
            throw new CancellationException("the target finished its dump, which was deleted");
        }
        if (!isDone(reply)) {
            throw new DumpFileNotCreatedException(target, place, reply);
        }
    }

    private String ask(TargetFile place, SegmentedDumpFile parts, DumpFileWatchdog watch)
            throws ProblemException {
        JcmdCommand command = command(place);
        try {
            return target.ask(
                    command,
                    timeout,
                    new CancelSignal(),
                    in -> whole(place, parts, TargetConnection.textOf(command, in)));
        } catch (ProblemException e) {
            if (e.problem().kind() == Problem.Kind.TIMED_OUT && parts.exists()) {
                watch.giveUp();
                throw afterEnd();
            }
            throw e;
        }
    }

    /**
     * Waits for the end of a dump that takes too long: then the target answers another command.
     * Treats that answer as a failure, because its pause says nothing about dumps.
     */
    private ProblemException afterEnd() {
        try {
            return target.ask(
                    ANY_COMMAND,
                    timeout,
                    new CancelSignal(),
                    _ -> {
                        throw DumpFailures.late(target, timeout);
                    });
        } catch (AttachException e) {
            return e.problem().kind() == Problem.Kind.TIMED_OUT
                    ? DumpFailures.endless(target, timeout)
                    : e;
        } catch (ProblemException e) {
            return e;
        }
    }

    /**
     * Checks the answer to a started dump before the next command. A target that ended during its
     * answer is reported as gone.
     */
    private String whole(TargetFile place, SegmentedDumpFile parts, String reply)
            throws ProblemException {
        if (!isDone(reply) && !cancel.isCancelled() && parts.exists()) {
            throw DumpFailures.incomplete(target, place, reply);
        }
        return reply;
    }

    private static boolean isDone(String reply) {
        return reply.contains("Heap dump file created");
    }

    private JcmdCommand command(TargetFile place) {
        boolean compressed = request.gzip() && needs.options().gzip();
        return needs.options().command(request.live(), compressed, place);
    }

    private void check() throws ProblemException, IOException {
        // Its decompression needs no disk space.
        String fault = DumpIntegrityCheck.fault(plain(), needs.limit(Long.MAX_VALUE), cancel);
        if (!fault.isEmpty()) {
            throw DumpFailures.broken(target, Files.size(plain()), fault);
        }
    }
}
