/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.attach.FifoReader;
import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import io.heapsight.unit.TimeIds;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongPredicate;

/**
 * Makes a target dump all its virtual threads into a FIFO, and parses the stream, so that no file
 * is stored. The JVM walks one thread after the other while its application runs, and creates about
 * 15 kB of garbage for each.
 */
final class VirtualThreadDumper {
    /** The first JDK with virtual threads. */
    static final int FIRST_JDK = 21;

    private static final long MOST_BYTES = 512L * 1024 * 1024;
    private static final int LONGEST_QUOTE = 200;
    private static final String FIFO = "dump";
    private static final String DONE = "Created ";

    /** The answer of JDK 21 to 27 to a control character, which they format as a number. */
    private static final String CONTROL_CHARACTER = "IllegalFormatConversionException";

    /** Time for reading after the answer: a target that failed may have written nothing. */
    private static final Duration LAST_BYTES = Duration.ofSeconds(20);

    private static final Duration NO_BYTES = Duration.ofSeconds(1);

    /** Age above which a FIFO has no reader any more: a reader drains it within seconds. */
    private static final Duration RELEASE = Duration.ofMinutes(2);

    private final WriteInTarget places;
    private final Duration timeout;

    /** Ids of the FIFOs in use, of all targets. */
    private final Set<String> inProgress = ConcurrentHashMap.newKeySet();

    /**
     * The settings of dumps.
     *
     * @param folder for the FIFO in targets; empty: the first writable one
     * @param mark in the FIFO's name, different for the sidecar and the command line
     * @param timeout of the command; reading a dump may take half of it
     */
    VirtualThreadDumper(Optional<String> folder, String mark, Duration timeout) {
        this.places = new WriteInTarget(folder, mark + ".threads");
        this.timeout = timeout;
    }

    /**
     * Dumps a target's virtual threads; Missing with the reason if that fails.
     *
     * @param isPlatform whether the thread with an id is known to be a platform thread
     */
    Reading<VirtualThreads> dump(
            TargetConnection target, Instant now, LongPredicate isPlatform, CancelSignal cancel) {
        int major = target.jvm().javaMajor().orElse(FIRST_JDK);
        if (major < FIRST_JDK) {
            return Reading.missing(
                    "a JVM has virtual threads from JDK 21 on, and this is JDK " + major);
        }
        Optional<String> full = HeapRoomCheck.refusal(target, timeout, cancel);
        if (full.isPresent()) {
            return Reading.missing(full.get());
        }
        String id = TimeIds.of(now, target.jvm().pid());
        Reading<TargetFile> place = places.fifo(target, id, "it needs no room in the target");
        inProgress.add(id);
        try {
            return switch (place) {
                case Reading.Missing<TargetFile>(String reason) ->
                        Reading.missing("there is no place for a FIFO: " + reason);
                case Reading.Present<TargetFile>(TargetFile folder) ->
                        through(folder, target, isPlatform, cancel);
            };
        } finally {
            inProgress.remove(id);
        }
    }

    private Reading<VirtualThreads> through(
            TargetFile folder,
            TargetConnection target,
            LongPredicate isPlatform,
            CancelSignal cancel) {
        try (FifoReader reader = target.streamFifo(folder.file().resolve(FIFO))) {
            ThreadDumpInputStream in =
                    new ThreadDumpInputStream(reader.output(), MOST_BYTES, timeout.dividedBy(2));
            FutureTask<VirtualThreadReader.Answer> reading =
                    new FutureTask<>(() -> read(in, isPlatform));
            Thread.ofVirtual().name("virtual threads").start(reading);
            String reply =
                    target.jcmd(
                            JcmdCommand.of(
                                    "Thread.dump_to_file",
                                    "-overwrite", // since the FIFO exists
                                    "-format=json",
                                    folder.pathInTarget() + "/" + FIFO),
                            timeout,
                            cancel);
            return result(reply, answer(reading, reply), in);
        } catch (ProblemException e) {
            return Reading.missing(e.problem().detail());
        } catch (IOException e) {
            return Reading.missing("the FIFO failed: " + IoReason.of(e));
        }
    }

    private static VirtualThreadReader.Answer read(
            ThreadDumpInputStream in, LongPredicate isPlatform) throws IOException {
        VirtualThreadReader.Answer answer = VirtualThreadReader.read(in, isPlatform);
        in.drain();
        return answer;
    }

    /** Returns the threads; empty if the target did not open the FIFO. */
    private static Optional<VirtualThreadReader.Answer> answer(
            FutureTask<VirtualThreadReader.Answer> reading, String reply) throws IOException {
        Duration longest = reply.contains(DONE) ? LAST_BYTES : NO_BYTES;
        try {
            return Optional.of(reading.get(longest.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Reading<VirtualThreads> result(
            String reply, Optional<VirtualThreadReader.Answer> answer, ThreadDumpInputStream in) {
        String said =
                reply.contains(CONTROL_CHARACTER)
                        ? "a thread's name holds a control character, at which this JDK fails"
                        : "the target answered: " + VisibleText.of(reply.strip(), LONGEST_QUOTE);
        if (answer.isEmpty()) {
            return Reading.missing(said);
        }
        VirtualThreadReader.Answer read = answer.get();
        Optional<String> cut =
                read.cut().map(why -> reply.contains(DONE) ? why : why + "; " + said);
        return cut.isPresent() && read.count() == 0
                ? Reading.missing("it is truncated: " + cut.get())
                : Reading.of(
                        new VirtualThreads(
                                read.content(), read.count(), in.bytes(), in.time(), cut));
    }

    /**
     * Deletes FIFOs that a killed sidecar left in a target, except for those in use: another target
     * may have the same folder. Drains the data of a target that waits for a reader.
     *
     * @return the deleted folders, as seen by the target
     */
    List<String> removeLeftovers(TargetConnection target) {
        List<String> removed = new ArrayList<>();
        for (Map.Entry<String, Path> folder :
                places.leftovers(target, inProgress::contains).entrySet()) {
            Path fifo = folder.getValue().resolve(FIFO);
            try {
                FifoReader reader = target.streamFifo(fifo);
                reader.close();
                reader.awaitEnd(RELEASE);
                target.procFs().files().delete(fifo);
                target.procFs().files().delete(folder.getValue());
                removed.add(folder.getKey());
            } catch (IOException _) {
                // an inaccessible folder was not used either
            }
        }
        return removed;
    }
}
