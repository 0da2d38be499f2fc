/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.child.ChildJvm;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.operation.RequestSlots;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** Redacts stored dumps, one at a time: each needs as much memory as an analysis. */
public final class DumpRedactions {
    private final DumpStore store;
    private final DumpAnalyses analyses;
    private final RequestSlots turn = new RequestSlots(1);

    /**
     * @param analyses check whether there is enough memory
     */
    public DumpRedactions(DumpStore store, DumpAnalyses analyses) {
        this.store = store;
        this.analyses = analyses;
    }

    /**
     * Starts to redact a dump, in a child process.
     *
     * @param cancel ends the child
     * @throws ProblemException if there is too little memory, or if another redaction is running
     */
    public RedactionProcess start(DumpRecord dump, CancelSignal cancel) throws ProblemException {
        if (!turn.acquire()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Another heap dump is being redacted",
                    "Only one redaction runs at a time: each needs as much memory as an"
                            + " analysis.",
                    "Send the request again when that download has ended.");
        }
        try {
            ByteSize _ = analyses.memory();
            return new RedactionProcess(dump, redacting(dump), cancel, turn::release);
        } catch (ProblemException | RuntimeException e) {
            turn.release();
            throw e;
        }
    }

    /** Starts a child that writes the redacted dump to its standard output. */
    private ChildJvm redacting(DumpRecord dump) throws ProblemException {
        return ChildJvm.start(
                "redaction",
                ChildJvm.Cache.COMMON,
                List.of(),
                List.of(
                        "redact",
                        store.file(dump).toString(),
                        "--output=/dev/stdout",
                        "--work-dir=" + store.folder()));
    }
}
