/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ChildEnvironment;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One analysis in a child process, which ends when this process does: its standard input ends then.
 * Whatever happens to it, the sidecar goes on.
 */
final class AnalysisProcess {
    private static final int KEPT_LINES = 20;
    private static final int MOST_LINE_CHARACTERS = 300;
    private static final int LOOK_EVERY_MILLIS = 100;

    /** What a shell, and Java, make of a process that SIGKILL ended. */
    private static final int KILLED = 128 + 9;

    private final DumpStore store;
    private final DumpRecord dump;
    private final Process process;
    private final Deque<String> lastWords = new ArrayDeque<>();
    private volatile @Nullable Problem problem;

    private AnalysisProcess(DumpStore store, DumpRecord dump, Process process) {
        this.store = store;
        this.dump = dump;
        this.process = process;
    }

    /**
     * Analyses a dump, and waits for its end.
     *
     * @param command of the child
     * @param digest hears the file's SHA-256
     * @throws ProblemException what the child says, or how it ended
     * @throws CancellationException when it was cancelled; no part of a summary is left
     */
    static void run(
            DumpStore store,
            DumpRecord dump,
            List<String> command,
            Progress progress,
            Consumer<String> digest,
            CancelSignal cancel)
            throws ProblemException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(new File("/"));
            isolate(builder);
            new AnalysisProcess(store, dump, builder.start()).await(progress, digest, cancel);
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            Problem.Kind.UNAVAILABLE,
                            "The analysis could not be started",
                            "Starting a child process: " + IoReason.of(e),
                            "Give the sidecar's container more processes or memory."),
                    e);
        }
    }

    /** Keeps options that are meant for others from a child. */
    static void isolate(ProcessBuilder builder) {
        ChildEnvironment.isolate(builder);
        // glibc gives each thread an arena of its own otherwise.
        builder.environment().put("MALLOC_ARENA_MAX", "1");
    }

    private void await(Progress progress, Consumer<String> digest, CancelSignal cancel)
            throws ProblemException, IOException {
        Thread words = Thread.ofVirtual().start(this::readWords);
        Thread lines = Thread.ofVirtual().start(() -> readLines(progress, digest));
        boolean done = false;
        try {
            while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                cancel.throwIfCancelled();
            }
            lines.join();
            words.join();
            done = process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            if (!done) {
                process.destroyForcibly().onExit().join();
                removeParts();
            }
        }
        if (!done) {
            throw new ProblemException(failure(process.exitValue()));
        }
    }

    private void readLines(Progress progress, Consumer<String> digest) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<Problem> said = AnalysisProtocol.hear(line, progress, digest);
                if (said.isPresent()) {
                    problem = said.get();
                }
            }
        } catch (IOException _) {
            return; // it was ended
        }
    }

    /** A JVM that crashes writes a long report: its head says why. */
    private void readWords() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (lastWords) {
                    if (lastWords.size() < KEPT_LINES) {
                        lastWords.add(
                                line.substring(0, Math.min(line.length(), MOST_LINE_CHARACTERS)));
                    }
                }
            }
        } catch (IOException _) {
            return; // it was ended
        }
    }

    private Problem failure(int exitCode) {
        Problem said = problem;
        if (said != null) {
            return said;
        }
        if (exitCode == KILLED) {
            return new Problem(
                    Problem.Kind.INTERNAL,
                    "The analysis was killed",
                    "The child process got SIGKILL: most likely the kernel's, because the sidecar's"
                            + " container reached its memory limit. The dump is kept.",
                    "Give the sidecar's container more memory, or set HEAPSIGHT_ANALYSIS_MEMORY"
                            + " lower; then POST /heapdumps/%s/analysis.".formatted(dump.id()));
        }
        String words;
        synchronized (lastWords) {
            words = String.join(" | ", lastWords);
        }
        return new Problem(
                Problem.Kind.INTERNAL,
                "The analysis ended unexpectedly",
                "The child process ended with exit code %d%s. The dump is kept."
                        .formatted(exitCode, words.isEmpty() ? "" : ": " + words),
                "Download the dump and run heapsight analyze on it; report what it says.");
    }

    private void removeParts() throws IOException {
        for (DumpStore.SummaryForm form : DumpStore.SummaryForm.values()) {
            Path summary = store.summary(dump, form);
            Files.deleteIfExists(summary.resolveSibling(summary.getFileName() + DurableFiles.PART));
        }
    }
}
