/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a child that uses {@link ChildProtocol}. The child ends with this process, because its
 * standard input ends. Its failure does not affect the sidecar.
 */
public final class ChildWatcher {
    /**
     * Texts for a child that ended without a message.
     *
     * @param what "analysis"
     * @param kept data that is not lost: "The dump is kept."
     * @param lessMemory remedy if it was killed
     * @param elsewhere remedy for any other end
     */
    public record Words(String what, String kept, String lessMemory, String elsewhere) {}

    private static final int LOOK_EVERY_MILLIS = 100;

    /** The exit code that a shell and Java report for SIGKILL. */
    private static final int KILLED = 128 + 9;

    private final Words words;
    private final ChildJvm child;
    private final Process process;
    private final Duration farewell;
    private volatile @Nullable Problem problem;

    private ChildWatcher(Words words, ChildJvm child, Duration farewell) {
        this.words = words;
        this.child = child;
        this.farewell = farewell;
        process = child.process();
    }

    /**
     * Waits for the end of a child.
     *
     * @param digest receives the file's SHA-256 or the plan, if the child sends one
     * @throws ProblemException from the child, or its exit
     * @throws CancellationException if it was cancelled
     */
    public static void await(
            Words words,
            ChildJvm child,
            Progress progress,
            Consumer<String> digest,
            CancelSignal cancel)
            throws ProblemException {
        await(words, child, progress, digest, cancel, Duration.ZERO);
    }

    /**
     * Waits for a child that cleans up when it is cancelled.
     *
     * @param farewell time for that after a SIGTERM
     */
    public static void await(
            Words words,
            ChildJvm child,
            Progress progress,
            Consumer<String> digest,
            CancelSignal cancel,
            Duration farewell)
            throws ProblemException {
        new ChildWatcher(words, child, farewell).await(progress, digest, cancel);
    }

    private void await(Progress progress, Consumer<String> digest, CancelSignal cancel)
            throws ProblemException {
        Thread lines = Thread.ofVirtual().start(() -> readLines(progress, digest));
        try {
            while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                if (cancel.isCancelled() && farewell.isPositive()) {
                    process.toHandle().destroy(); // keeps its input open, whose end would halt it
                    boolean _ = process.waitFor(farewell.toMillis(), TimeUnit.MILLISECONDS);
                }
                cancel.throwIfCancelled();
            }
            lines.join();
            if (process.exitValue() != 0) {
                throw new ProblemException(failure(process.exitValue()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    private void readLines(Progress progress, Consumer<String> digest) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<Problem> said = ChildProtocol.hear(line, progress, digest);
                if (said.isPresent()) {
                    problem = said.get();
                }
            }
        } catch (IOException _) {
            return; // the child was ended
        } catch (OutOfMemoryError _) {
            problem = Problem.outOfMemory();
            process.destroyForcibly();
        }
    }

    private Problem failure(int exitCode) throws InterruptedException {
        Problem said = problem;
        return said != null ? said : ended(words, child, exitCode);
    }

    /** The problem for a child that ended with an exit code, but without a message. */
    static Problem ended(Words words, ChildJvm child, int exitCode) throws InterruptedException {
        if (exitCode == KILLED) {
            return new Problem(
                    Problem.Kind.INTERNAL,
                    "The " + words.what() + " was killed",
                    "The child process received SIGKILL, most likely from the kernel because the"
                            + " sidecar's container reached its memory limit. "
                            + words.kept(),
                    words.lessMemory());
        }
        String errors = child.errors(" | ");
        return new Problem(
                Problem.Kind.INTERNAL,
                "The " + words.what() + " ended unexpectedly",
                "The child process ended with exit code %d%s. %s"
                        .formatted(exitCode, errors.isEmpty() ? "" : ": " + errors, words.kept()),
                words.elsewhere());
    }
}
