/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.explore.secret.SecretKind;
import io.heapsight.explore.secret.SecretList;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.query.QueryDeadline;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the places where a heap holds credentials, without revealing them. */
public final class HeapSecrets {
    private static final int MOST_THREADS = 2;

    private final IndexedHeap heap;
    private final CancelSignal cancel;
    private final QueryDeadline deadline;
    private final SecretAddresses arrays = new SecretAddresses();
    private final SecretAddresses ofStrings = new SecretAddresses();

    /** Strings, and all arrays with or without a string. */
    private final SecretAddresses values = new SecretAddresses();

    private final SecretCounts findings = new SecretCounts();

    private HeapSecrets(IndexedHeap heap, CancelSignal cancel, QueryDeadline deadline) {
        this.heap = heap;
        this.cancel = cancel;
        this.deadline = deadline;
    }

    /**
     * Reads the dump three times.
     *
     * @param most the maximum number of rows
     */
    public static SecretList find(
            IndexedHeap heap, int most, CancelSignal cancel, QueryDeadline deadline) {
        HeapSecrets secrets = new HeapSecrets(heap, cancel, deadline);
        try {
            secrets.search();
        } catch (BudgetExceededException e) {
            throw new IllegalStateException("passes that need no memory", e);
        }
        List<SecretList.Row> rows = secrets.findings.rows();
        return new SecretList(
                List.copyOf(rows.subList(0, Math.min(most, rows.size()))),
                rows.size(),
                secrets.notes());
    }

    private void search() throws BudgetExceededException {
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
        try (WorkerThreads workers = new WorkerThreads(threads)) {
            read(workers, "looking for secrets", () -> new SecretArrayScan(heap, arrays));
            Optional<StringLayout> layout = StringLayout.of(heap.heap());
            if (layout.isPresent() && !arrays.isEmpty()) {
                read(
                        workers,
                        "looking for their strings",
                        () ->
                                new SecretArrayOwnerScan(
                                        heap, layout.get(), arrays, values, ofStrings));
            }
            for (long array : arrays.addresses()) {
                values.add(array, arrays.of(array));
            }
            ReferenceFieldsCache fields = new ReferenceFieldsCache(heap);
            read(
                    workers,
                    "looking for their holders",
                    () -> new HolderScan(heap, fields, values, findings));
            new HolderScan(heap, fields, values, findings).readStatics();
        }
        for (long value : values.addresses()) {
            if (!findings.isHeld(value) && ofStrings.of(value) == 0) {
                addUnheld(value);
            }
        }
    }

    private <S extends SegmentPass.Share> void read(
            WorkerThreads workers, String phase, Supplier<S> share) throws BudgetExceededException {
        SegmentPass.run(
                heap.file().segments(),
                workers,
                share,
                new PhaseProgress(
                        phase, heap.file().bytes().size(), (_, _, _) -> deadline.check(), cancel));
    }

    private void addUnheld(long value) {
        boolean reachable = heap.heap().index().isMarked(value);
        String holder = reachable ? "a local variable or another GC root" : "nothing";
        for (SecretKind kind : SecretAddresses.kinds(values.of(value))) {
            findings.add(kind, holder, reachable, value);
        }
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (arrays.isFull() || values.isFull() || findings.isFull()) {
            notes.add("Not all secrets were counted: the limit is 100,000.");
        }
        return notes;
    }
}
