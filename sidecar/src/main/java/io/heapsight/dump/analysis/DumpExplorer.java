/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.AnsweringChild;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildProcess;
import io.heapsight.child.ChildTurn;
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
 * Answers questions about the objects of dumps that are kept: by a child that has dump and index
 * mapped and stays for a while after each question. One question at a time, and none while an
 * analysis has the memory. Thread-safe.
 */
public final class DumpExplorer {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration MOST = Duration.ofMinutes(2);

    private final DumpStore store;
    private final AnalysisMemory memory;
    private final boolean revealStrings;
    private final ChildTurn turn;
    private @Nullable Explored explored;

    /** The child that stays, and what it has mapped. */
    private record Explored(String id, AnsweringChild child) {}

    /**
     * @param turn that of analyses, which need the same memory
     */
    DumpExplorer(DumpStore store, AnalysisMemory memory, boolean revealStrings, ChildTurn turn) {
        this.store = store;
        this.memory = memory;
        this.revealStrings = revealStrings;
        this.turn = turn;
    }

    /** Whether a dump has an index: without it nothing can be asked. */
    public boolean hasIndex(DumpRecord dump) {
        return store.index(dump).toFile().isFile();
    }

    /**
     * Asks about a dump.
     *
     * @param options of {@code heapsight heap}
     * @param view of it, and what it is of
     * @return the document
     * @throws ProblemException why there is none
     * @throws CancellationException when nobody wants it any more
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
                // It had not been asked for a while, and was about to end.
                end();
                answer = childOf(dump).ask(line, cancel);
            }
            return answer.orElseThrow(() -> new IllegalStateException("it ends without a word"));
        } catch (ProblemException e) {
            throw store.find(dump.id()).isPresent() ? e : new ProblemException(removed(dump), e);
        } finally {
            turn.end();
        }
    }

    /** What a caller names comes after the options, and can't be one. */
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

    private synchronized AnsweringChild childOf(DumpRecord dump) throws ProblemException {
        if (explored != null && explored.id().equals(dump.id()) && explored.child().isAlive()) {
            return explored.child();
        }
        end();
        ByteSize tables = memory.available();
        AnsweringChild child =
                new AnsweringChild(
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
        // The quota does not take the dump away from it.
        FilesInUse.Use use = store.uses().begin(dump.id());
        var _ = child.onExit().thenRun(use::close);
        explored = new Explored(dump.id(), child);
        return child;
    }

    /** Ends the child, whose memory or turn another one needs. */
    synchronized void end() {
        if (explored != null) {
            explored.child().end();
            explored = null;
        }
    }

    /** Lets go of a dump that is removed: its room is free only when nobody has it open. */
    synchronized void end(String id) {
        if (explored != null && explored.id().equals(id)) {
            end();
        }
    }

    private static ChildProcess.Words words(DumpRecord dump) {
        return new ChildProcess.Words(
                "heap explorer",
                "Dump and index are kept.",
                "Give the sidecar's container more memory; then ask again.",
                "Download the dump, GET /heapdumps/%s, and run heapsight heap on it."
                        .formatted(dump.id()));
    }

    private static Problem removed(DumpRecord dump) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "The heap dump was removed meanwhile",
                dump.id() + " is not kept any more.",
                "GET /heapdumps lists those that are.");
    }

    private static Problem noIndex(DumpRecord dump) {
        String title = "The heap dump has no index";
        return dump.gzip()
                ? new Problem(
                        Problem.Kind.NOT_FOUND,
                        title,
                        "It is compressed: its objects can't be read one by one.",
                        "Take one that isn't: POST /heapdumps; or download this one, inflate it,"
                                + " and run heapsight heap on it.")
                : new Problem(
                        Problem.Kind.NOT_FOUND,
                        title,
                        "An analysis makes it: none has ended yet, or what it left out is in the"
                                + " summary, GET /heapdumps/%s/summary.".formatted(dump.id()),
                        "POST /heapdumps/%s/analysis makes it; GET /jobs shows what runs."
                                .formatted(dump.id()));
    }

    private static Problem busy() {
        return new Problem(
                Problem.Kind.CONFLICT,
                "The heap explorer waits for an analysis",
                "An analysis, or another question, has the memory for both.",
                "Ask again when it has ended: GET /jobs.");
    }
}
