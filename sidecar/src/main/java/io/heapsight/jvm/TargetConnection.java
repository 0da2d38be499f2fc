/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachCommand;
import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecheck;
import io.heapsight.attach.AttachPrecondition;
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
 * A connection to one JVM, which lasts until the JVM ends. The JVM has one thread for commands, so
 * they wait for each other; counters and the probe don't wait.
 */
public interface TargetConnection extends AutoCloseable {
    TargetJvm jvm();

    /**
     * The counters, or Missing with the reason. Each call retries until they are available. They
     * keep their last values when the process ends: see {@link #alive}.
     */
    Reading<Counters> counters();

    /** Reads the answer of a JVM as it arrives. */
    @FunctionalInterface
    interface ReplyReader<T> {
        T read(InputStream reply) throws IOException, ProblemException;
    }

    /** The maximum size of a text answer. */
    int MAX_TEXT_BYTES = 1024 * 1024;

    /**
     * Sends a command and returns all of its output.
     *
     * @param timeout from now, including the wait for other commands
     * @throws ProblemException also if the answer exceeds {@value #MAX_TEXT_BYTES} bytes
     */
    default String jcmd(AttachCommand command, Duration timeout, CancelSignal cancel)
            throws ProblemException {
        return ask(command, timeout, cancel, reply -> textOf(command, reply));
    }

    /** Reads all output of a command. */
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
     * Sends a command and reads its output as it arrives. The next command waits until the output
     * was read; the timeout covers both.
     *
     * @throws ProblemException if the command fails, its answer ends early, or the target ends
     */
    <T> T ask(AttachCommand command, Duration timeout, CancelSignal cancel, ReplyReader<T> reader)
            throws ProblemException;

    /** The process table, with the rights to read this target's files below its root. */
    ProcFs procFs();

    /**
     * Stores what the target writes into a new FIFO, with the rights of the target's user.
     *
     * @param fifo its path, as seen by the sidecar
     * @param into an existing file of the sidecar
     * @throws IOException on failure
     */
    FifoReader readFifo(Path fifo, Path into) throws IOException;

    /**
     * Streams what the target writes into a new FIFO in a new folder, with the rights of the
     * target's user.
     *
     * @param fifo its path in the sidecar's view
     * @throws IOException if it can't be created
     */
    FifoReader streamFifo(Path fifo) throws IOException;

    /**
     * The requirements of commands and whether they are met, as far as visible without sending
     * anything.
     */
    List<AttachPrecondition> checks();

    /** Finds the obstacle to commands, if any; waits for a JVM that is still starting. */
    default Optional<Problem> obstacle() {
        return AttachPrecheck.firstFailure(checks()).map(AttachFailure::problem);
    }

    /** Whether the process still runs; a new process with its pid doesn't count. */
    boolean alive();

    /** The kernel's counters for the process; not thread-safe, for one sampler. */
    ProcessProbe probe();

    @Override
    void close();
}
