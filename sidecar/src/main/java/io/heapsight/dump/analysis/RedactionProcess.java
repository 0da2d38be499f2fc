/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * A dump that is being redacted in a child process, which has the memory for its classes that the
 * sidecar lacks. It looks through all of the dump before its first byte comes.
 */
public final class RedactionProcess implements AutoCloseable {
    private static final int MOST_WORDS = 4096;

    private final DumpRecord dump;
    private final Process process;
    private final Runnable onClose;
    private final CompletableFuture<String> words = new CompletableFuture<>();

    private RedactionProcess(DumpRecord dump, Process process, Runnable onClose) {
        this.dump = dump;
        this.process = process;
        this.onClose = onClose;
    }

    /**
     * Starts the child.
     *
     * @param onClose once, when it has been closed
     * @throws ProblemException when it can't be started
     */
    public static RedactionProcess start(DumpStore store, DumpRecord dump, Runnable onClose)
            throws ProblemException {
        ProcessBuilder builder =
                new ProcessBuilder(ChildCommand.ofRedaction(store, dump)).directory(new File("/"));
        AnalysisProcess.isolate(builder);
        try {
            RedactionProcess redacted = new RedactionProcess(dump, builder.start(), onClose);
            redacted.process.getOutputStream().close();
            Thread.ofVirtual().start(redacted::readWords);
            return redacted;
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            Problem.Kind.UNAVAILABLE,
                            "The redaction could not be started",
                            "Starting a child process: " + IoReason.of(e),
                            "Give the sidecar's container more processes or memory."),
                    e);
        }
    }

    /** Its bytes. An end without any, or before it is whole, shows in {@link #awaitEnd} only. */
    public InputStream bytes() {
        return process.getInputStream();
    }

    /**
     * Waits for the end of the child, whose bytes have all been read.
     *
     * @throws ProblemException when it failed; with what it said
     */
    public void awaitEnd() throws ProblemException {
        try {
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new ProblemException(
                        new Problem(
                                Problem.Kind.INTERNAL,
                                "The heap dump could not be redacted",
                                "%s: the child process ended with exit code %d. %s"
                                        .formatted(dump.id(), exitCode, words.join()),
                                "Download the dump as it is, and run heapsight redact where there"
                                        + " is more memory and room."));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    private void readWords() {
        try (InputStream err = process.getErrorStream()) {
            String said = new String(err.readNBytes(MOST_WORDS), StandardCharsets.UTF_8);
            err.skip(Long.MAX_VALUE);
            words.complete(said.strip().replaceAll("\\s+", " "));
        } catch (IOException e) {
            words.complete(IoReason.of(e));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        onClose.run();
    }
}
