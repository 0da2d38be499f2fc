/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
    private static final int LOOK_EVERY_MILLIS = 100;

    /** What a shell, and Java, make of a process that SIGKILL ended. */
    private static final int KILLED = 128 + 9;

    private final DumpStore store;
    private final DumpRecord dump;
    private final ChildJvm child;
    private final Process process;
    private volatile @Nullable Problem problem;

    private AnalysisProcess(DumpStore store, DumpRecord dump, ChildJvm child) {
        this.store = store;
        this.dump = dump;
        this.child = child;
        process = child.process();
    }

    /**
     * Waits for the end of a child that analyses a dump, or computes its digest.
     *
     * @param digest hears the file's SHA-256
     * @throws ProblemException what the child says, or how it ended
     * @throws CancellationException when it was cancelled; no part of a summary is left
     */
    static void await(
            DumpStore store,
            DumpRecord dump,
            ChildJvm child,
            Progress progress,
            Consumer<String> digest,
            CancelSignal cancel)
            throws ProblemException {
        new AnalysisProcess(store, dump, child).await(progress, digest, cancel);
    }

    private void await(Progress progress, Consumer<String> digest, CancelSignal cancel)
            throws ProblemException {
        Thread lines = Thread.ofVirtual().start(() -> readLines(progress, digest));
        boolean done = false;
        try {
            while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                cancel.throwIfCancelled();
            }
            lines.join();
            done = process.exitValue() == 0;
            if (!done) {
                throw new ProblemException(failure(process.exitValue()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            if (!done) {
                process.destroyForcibly().onExit().join();
                removeParts();
            }
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

    private Problem failure(int exitCode) throws InterruptedException {
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
        String words = child.errors(" | ");
        return new Problem(
                Problem.Kind.INTERNAL,
                "The analysis ended unexpectedly",
                "The child process ended with exit code %d%s. The dump is kept."
                        .formatted(exitCode, words.isEmpty() ? "" : ": " + words),
                "Download the dump and run heapsight analyze on it; report what it says.");
    }

    /** Those that can't be removed now are removed at the next start. */
    private void removeParts() {
        for (DumpStore.SummaryForm form : DumpStore.SummaryForm.values()) {
            Path summary = store.summary(dump, form);
            boolean _ =
                    summary.resolveSibling(summary.getFileName() + DurableFiles.PART)
                            .toFile()
                            .delete();
        }
    }
}
