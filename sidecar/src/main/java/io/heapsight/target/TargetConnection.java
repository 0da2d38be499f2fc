/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

import io.heapsight.attach.AttachCheck;
import io.heapsight.attach.AttachCommand;
import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecheck;
import io.heapsight.attach.FifoReader;
import io.heapsight.perfdata.Counters;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessProbe;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A connection to one JVM, which lasts until that ends. Commands wait for each other, as the JVM
 * has one thread for them; counters and the probe don't wait.
 */
public interface TargetConnection extends AutoCloseable {
    TargetJvm jvm();

    /**
     * The counters; Missing says why there are none. Looked for again at every call until they are
     * there. They keep their last values when the process ends: {@link #alive} tells.
     */
    Reading<Counters> counters();

    /** Reads what a JVM answers, as it comes. */
    @FunctionalInterface
    interface ReplyReader<T> {
        T read(InputStream reply) throws IOException, ProblemException;
    }

    /** More text than that is no answer to a question of ours. */
    int MAX_TEXT_BYTES = 1024 * 1024;

    /**
     * Gives a command, and returns all of its output.
     *
     * @param timeout from now, waiting for other commands included
     * @throws ProblemException also when the answer is longer than {@value #MAX_TEXT_BYTES} bytes
     */
    default String jcmd(AttachCommand command, Duration timeout, CancelSignal cancel)
            throws ProblemException {
        return ask(command, timeout, cancel, reply -> textOf(command, reply));
    }

    /** All of the output of a command. */
    static String textOf(AttachCommand command, InputStream reply)
            throws IOException, ProblemException {
        byte[] text = reply.readNBytes(MAX_TEXT_BYTES + 1);
        if (text.length > MAX_TEXT_BYTES) {
            throw new AttachException(
                    new AttachFailure.ReplyTooLong(command.name(), MAX_TEXT_BYTES));
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    /**
     * Gives a command, and reads its output as it comes. The next command waits until it was read;
     * the timeout holds until then.
     *
     * @throws ProblemException when the command fails, its answer breaks off, or the target ends
     *     meanwhile
     */
    <T> T ask(AttachCommand command, Duration timeout, CancelSignal cancel, ReplyReader<T> reader)
            throws ProblemException;

    /** The table of processes, read with the rights that reach this target: its root is open. */
    ProcFs procFs();

    /**
     * Reads what the target writes into a new FIFO, with the rights of the target's user.
     *
     * @param fifo its path, as we reach it
     * @param into an existing file of ours
     * @throws IOException why not
     */
    FifoReader readFifo(Path fifo, Path into) throws IOException;

    /**
     * Streams what the target writes into a new FIFO in a new folder, with the rights of the
     * target's user.
     *
     * @param fifo its path, as we reach it
     * @throws IOException why not
     */
    FifoReader streamFifo(Path fifo) throws IOException;

    /** What commands need, and whether it is so, as far as shows without sending anything. */
    List<AttachCheck> checks();

    /** What stands in the way of commands; a JVM that is still starting is waited for. */
    default Optional<Problem> obstacle() {
        return AttachPrecheck.firstFailure(checks()).map(AttachFailure::problem);
    }

    /** Whether this very process still runs. */
    boolean alive();

    /** What the kernel counts for it; not thread-safe, for one sampler. */
    ProcessProbe probe();

    @Override
    void close();
}
