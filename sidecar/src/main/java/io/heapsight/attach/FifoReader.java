/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.unit.ChildEnvironment;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads the output of a JVM from a new FIFO, in a child process that copies it into a file of the
 * sidecar. With a separate process, the JVM doesn't wait for the sidecar. It can be released at any
 * time, because a writer without a reader gets an error and continues.
 */
public final class FifoReader implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(20);
    private static final Duration END = Duration.ofSeconds(2);

    private final Process process;
    private final boolean streams;
    private final AtomicReference<String> lastWords = new AtomicReference<>("");
    private final Thread words;
    private volatile long waitedNanos = System.nanoTime();
    private volatile boolean hasWriter;

    private FifoReader(Process process, BufferedReader errors, boolean streams) {
        this.process = process;
        this.streams = streams;
        this.words = Thread.ofVirtual().start(() -> hear(errors));
    }

    /**
     * Creates the FIFO with the sidecar's rights, and opens it.
     *
     * @param fifo its path, as seen by this process
     * @param into an existing file to append to
     * @throws IOException on failure
     */
    public static FifoReader start(Path fifo, Path into) throws IOException {
        return start(WorkerCommandLine.of(FifoMain.class, fifo.toString()), into);
    }

    /**
     * Does the same as {@link #start} with the rights of another user, to which root may switch.
     */
    public static FifoReader startAs(int uid, int gid, Path fifo, Path into) throws IOException {
        return start(
                WorkerCommandLine.of(
                        FifoMain.class,
                        Integer.toString(uid),
                        Integer.toString(gid),
                        fifo.toString()),
                into);
    }

    /**
     * Creates the FIFO and its new folder with the sidecar's rights; {@link #output} returns the
     * data. Closing the reader lets the writer finish, and deletes FIFO and folder.
     *
     * @param fifo its path, as seen by this process
     * @throws IOException on failure
     */
    public static FifoReader stream(Path fifo) throws IOException {
        return start(
                WorkerCommandLine.of(FifoMain.class, FifoMain.STREAMS, fifo.toString()),
                ProcessBuilder.Redirect.PIPE);
    }

    /**
     * Does the same as {@link #stream} with the rights of another user, to which root may switch.
     */
    public static FifoReader streamAs(int uid, int gid, Path fifo) throws IOException {
        return start(
                WorkerCommandLine.of(
                        FifoMain.class,
                        Integer.toString(uid),
                        Integer.toString(gid),
                        FifoMain.STREAMS,
                        fifo.toString()),
                ProcessBuilder.Redirect.PIPE);
    }

    private static FifoReader start(List<String> command, Path into) throws IOException {
        return start(command, ProcessBuilder.Redirect.appendTo(into.toFile()));
    }

    private static FifoReader start(List<String> command, ProcessBuilder.Redirect output)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(new File("/"));
        ChildEnvironment.isolate(builder);
        builder.redirectOutput(output);
        Process process = builder.start();
        boolean ready = false;
        Thread late = Thread.ofVirtual().start(() -> endLate(process));
        try {
            BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
            StringBuilder said = new StringBuilder();
            for (String line = errors.readLine(); line != null; line = errors.readLine()) {
                if (line.equals(FifoMain.READY)) {
                    ready = true;
                    return new FifoReader(
                            process, errors, output.equals(ProcessBuilder.Redirect.PIPE));
                }
                said.append(said.isEmpty() ? "" : " | ").append(line);
            }
            throw new IOException("the reader of a FIFO could not start: " + said);
        } finally {
            late.interrupt();
            if (!ready) {
                process.destroyForcibly();
            }
        }
    }

    private static void endLate(Process process) {
        try {
            Thread.sleep(START);
            process.destroyForcibly();
        } catch (InterruptedException _) {
            return; // it started in time
        }
    }

    private void hear(BufferedReader errors) {
        try (errors) {
            for (String line = errors.readLine(); line != null; line = errors.readLine()) {
                switch (line) {
                    case FifoMain.WAITING -> waitedNanos = System.nanoTime();
                    case FifoMain.READING -> hasWriter = true;
                    default -> lastWords.set(line);
                }
            }
        } catch (IOException _) {
            return; // the child was ended
        }
    }

    /** The data of a streamed FIFO. */
    public InputStream output() {
        return process.getInputStream();
    }

    /** Returns whether the reader ended before its writer. */
    public boolean hasFailed() {
        return !process.isAlive() && process.exitValue() != 0;
    }

    /** Returns whether the reader has ended after its writer, with all data. */
    public boolean hasReadAll() {
        return !process.isAlive() && process.exitValue() == 0;
    }

    /**
     * Returns the last time, as by {@link System#nanoTime}, at which the reader was running and had
     * no data yet. Unless data arrives, a reader with an old time may block a writer.
     */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** Returns whether the reader has read data; unknown for a stream. */
    public boolean hasWriter() {
        return hasWriter;
    }

    /** Releases the writer immediately, with an error. */
    public void stop() {
        process.destroyForcibly();
    }

    /** Releases a writer as soon as it has opened the FIFO or, without one, some seconds later. */
    public void letGo() throws IOException {
        process.getOutputStream().close();
    }

    /**
     * Waits until all written data was read.
     *
     * @return the error; "" if there is none
     */
    public String awaitEnd(Duration longest) {
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                stop();
                return "the reader of the FIFO did not end within " + longest.toSeconds() + " s";
            }
            words.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
        int code = process.exitValue();
        String said = lastWords.get();
        return code == 0
                ? ""
                : "the reader of the FIFO ended with exit code %d%s"
                        .formatted(code, said.isEmpty() ? "" : ": " + said);
    }

    @Override
    public void close() {
        if (streams) {
            try (InputStream _ = process.getInputStream()) {
                letGo();
            } catch (IOException _) {
                return; // it has ended
            }
            return;
        }
        stop();
        try {
            process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
