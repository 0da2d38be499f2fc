/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildScheduler;
import io.heapsight.child.ChildWatcher;
import io.heapsight.child.QueryChild;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.kept.FilesInUse;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries about the objects of stored dumps with a child process. The child maps dump and
 * index, and stays alive for a while after each query. Runs one query at a time, and none while an
 * analysis uses the memory. Thread-safe.
 */
public final class DumpExplorer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration MOST = Duration.ofMinutes(2);

    private final DumpStore store;
    private final AnalysisMemory memory;
    private final boolean revealStrings;
    private final ChildScheduler turn;
    private @Nullable Explored explored;

    /** The running child, and the dump that it has mapped. */
    private record Explored(String id, QueryChild child) {}

    /**
     * @param turn shared with analyses, which need the same memory
     */
    DumpExplorer(
            DumpStore store, AnalysisMemory memory, boolean revealStrings, ChildScheduler turn) {
        this.store = store;
        this.memory = memory;
        this.revealStrings = revealStrings;
        this.turn = turn;
    }

    /** Whether a dump has an index, which every query needs. */
    public boolean hasIndex(DumpRecord dump) {
        return store.index(dump).toFile().isFile();
    }

    /**
     * Queries a dump.
     *
     * @param options of {@code heapsight heap}
     * @param view name of the view, then its arguments
     * @return the document
     * @throws ProblemException the reason of a failure
     * @throws CancellationException if the query was cancelled
     */
    public byte[] ask(DumpRecord dump, List<String> options, List<String> view, CancelSignal cancel)
            throws ProblemException {
        if (!hasIndex(dump)) {
            throw new ProblemException(noIndex(dump));
        }
        List<String> line = question(dump, options, view);
        if (!turn.await(PATIENCE)) {
            throw new ProblemException(busy());
        }
        try {
            Optional<byte[]> answer = childOf(dump).ask(line, cancel);
            if (answer.isEmpty()) {
                // The child was idle and about to end.
                end();
                answer = childOf(dump).ask(line, cancel);
            }
            return answer.orElseThrow(() -> new IllegalStateException("it ends without an answer"));
        } catch (ProblemException e) {
            throw store.find(dump.id()).isPresent() ? e : new ProblemException(removed(dump), e);
        } finally {
            turn.end();
        }
    }

    /**
     * Builds the query. A caller's arguments follow the options and can't be parsed as an option.
     */
    private List<String> question(DumpRecord dump, List<String> options, List<String> view) {
        List<String> line = new ArrayList<>(options);
        if (revealStrings) {
            line.add("--reveal-strings");
        }
        line.add("--");
        line.add(store.file(dump).toString());
        line.addAll(view);
        return line;
    }

    private synchronized QueryChild childOf(DumpRecord dump) throws ProblemException {
        if (explored != null && explored.id().equals(dump.id()) && explored.child().isAlive()) {
            return explored.child();
        }
        end();
        ByteSize tables = memory.available();
        QueryChild child =
                new QueryChild(
                        words(dump),
                        MOST,
                        ChildJvm.start(
                                "heap explorer",
                                ChildJvm.Cache.ANALYSIS,
                                List.of(),
                                List.of(
                                        "explorer-child",
                                        "--max-memory=" + tables.bytes(),
                                        "--work-dir=" + store.folder())));
        // The quota can't delete the dump during the query.
        FilesInUse.Use use = store.uses().begin(dump.id());
        var _ = child.onExit().thenRun(use::close);
        explored = new Explored(dump.id(), child);
        return child;
    }

    /** Ends the child, which frees its memory and its turn. */
    synchronized void end() {
        if (explored != null) {
            explored.child().end();
            explored = null;
        }
    }

    /**
     * Ends the child if it maps this dump: the space of a deleted file is freed only after all
     * processes have closed it.
     */
    synchronized void end(String id) {
        if (explored != null && explored.id().equals(id)) {
            end();
        }
    }

    private static ChildWatcher.Words words(DumpRecord dump) {
        return new ChildWatcher.Words(
                "heap explorer",
                "Dump and index are kept.",
                "Give the sidecar's container more memory, then send the request again.",
                "Download the dump, GET /heapdumps/%s, and run heapsight heap on it."
                        .formatted(dump.id()));
    }

    private static Problem removed(DumpRecord dump) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "The heap dump was deleted",
                dump.id() + " is no longer stored.",
                "GET /heapdumps lists the stored dumps.");
    }

    private static Problem noIndex(DumpRecord dump) {
        String title = "The heap dump has no index";
        return dump.gzip()
                ? new Problem(
                        Problem.Kind.NOT_FOUND,
                        title,
                        "It is compressed, so its objects can't be read individually.",
                        "Take an uncompressed dump (POST /heapdumps), or download this one,"
                                + " decompress it, and run heapsight heap on it.")
                : new Problem(
                        Problem.Kind.NOT_FOUND,
                        title,
                        "An analysis creates it. No analysis has ended yet, or it skipped the index: see GET /heapdumps/%s/summary."
                                .formatted(dump.id()),
                        "POST /heapdumps/%s/analysis creates it; GET /jobs shows running jobs."
                                .formatted(dump.id()));
    }

    private static Problem busy() {
        return new Problem(
                Problem.Kind.CONFLICT,
                "The heap explorer waits for an analysis",
                "An analysis or another query is using the memory.",
                "Send the request again when it has ended: GET /jobs.");
    }
}
