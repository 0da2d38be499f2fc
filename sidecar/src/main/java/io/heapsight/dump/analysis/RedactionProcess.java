/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.child.ChildJvm;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/**
 * A redaction of a dump in a child process, which has memory for the dump's classes. The child
 * scans the whole dump before it writes the first byte.
 */
public final class RedactionProcess implements AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final DumpRecord dump;
    private final ChildJvm child;
    private final Process process;
    private final CancelSignal cancel;
    private final Runnable onClose;

    /**
     * Takes ownership of the child.
     *
     * @param cancel ends the child
     * @param onClose runs once, when this is closed
     */
    RedactionProcess(DumpRecord dump, ChildJvm child, CancelSignal cancel, Runnable onClose) {
        this.dump = dump;
        this.child = child;
        this.process = child.process();
        this.cancel = cancel;
        this.onClose = onClose;
        Thread.ofVirtual().start(this::endIfCancelled);
    }

    private void endIfCancelled() {
        try {
            while (process.isAlive()) {
                cancel.pause(LOOK_AGAIN);
            }
        } catch (CancellationException _) {
            process.toHandle().destroyForcibly(); // a reader gets the end, not a closed stream
        }
    }

    /** The redacted bytes. Only {@link #awaitEnd} reports an incomplete output. */
    public InputStream bytes() {
        return process.getInputStream();
    }

    /**
     * Waits for the end of the child, after all its output was read.
     *
     * @throws ProblemException if it failed, with its message
     * @throws CancellationException if it was cancelled
     */
    public void awaitEnd() throws ProblemException {
        try {
            int exitCode = process.waitFor();
            cancel.throwIfCancelled();
            if (exitCode != 0) {
                throw new ProblemException(
                        Problem.Kind.INTERNAL,
                        "The heap dump could not be redacted",
                        "%s: the child process ended with exit code %d. %s"
                                .formatted(dump.id(), exitCode, child.errors(" ")),
                        "Download the unredacted dump, and run heapsight redact on a machine with"
                                + " more memory and disk space.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        onClose.run();
    }
}
