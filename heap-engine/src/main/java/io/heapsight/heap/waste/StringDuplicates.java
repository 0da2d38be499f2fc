/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.content.ContentHash;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.content.StringCursor;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.Waste.DuplicateStrings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds reachable strings with the same characters in separate arrays. An array counts once,
 * however many strings share it. The waste is all arrays but one of each content, at their true
 * size: the bytes that {@code -XX:+UseStringDeduplication} could save. The {@code String} objects
 * are excluded: only the program could avoid them.
 *
 * <p>Compares contents by {@link ContentHash}. Uses the index's spare bits: afterwards they mark
 * the arrays of strings, and the strings with repeated content.
 */
final class StringDuplicates implements AutoCloseable {
    /** The result for a dump without strings. */
    static final DuplicateStrings NONE = new DuplicateStrings(0, 0, 0, List.of());

    private static final int LONGEST_SHOWN = 80;

    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final StringLayout layout;
    private final DuplicateStringOptions listing;
    private final ContentTable table;
    private final List<Share> shares = new ArrayList<>();
    private final TopDuplicates repeated;
    private long strings;
    private long distinct;
    private long wastedBytes;

    /** Number of further passes; every other one clears the bits of arrays. */
    private int repeats;

    private StringDuplicates(
            DumpedHeap heap,
            ObjectSizes sizes,
            StringLayout layout,
            DuplicateStringOptions listing,
            MemoryBudget budget) {
        this.heap = heap;
        this.sizes = sizes;
        this.layout = layout;
        this.listing = listing;
        this.table = new ContentTable(budget);
        this.repeated = new TopDuplicates(listing.top());
    }

    /**
     * Starts a pass over the dump in which each {@link #share} reads a part; {@link #finish} does
     * the rest. Empty for a dump without strings.
     */
    static Optional<StringDuplicates> begin(
            DumpedHeap heap,
            ObjectSizes sizes,
            DuplicateStringOptions listing,
            MemoryBudget budget) {
        return StringLayout.of(heap)
                .map(layout -> new StringDuplicates(heap, sizes, layout, listing, budget));
    }

    /** Runs all passes; see {@link #finish}. */
    static DuplicateStrings find(
            DumpedHeap heap,
            ObjectSizes sizes,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseProgress progress,
            DuplicateStringOptions listing)
            throws BudgetExceededException {
        Optional<StringDuplicates> begun = begin(heap, sizes, listing, budget);
        if (begun.isEmpty()) {
            return NONE;
        }
        try (StringDuplicates strings = begun.get()) {
            heap.index().clearSpareOfMarked();
            strings.read(workers, progress);
            return strings.finish(workers, progress);
        } finally {
            heap.index().clearSpareOfMarked();
        }
    }

    private void read(WorkerThreads workers, PhaseProgress progress)
            throws BudgetExceededException {
        shares.clear();
        SegmentPass.run(heap.segments(), workers, this::share, progress);
    }

    /**
     * Repeats the pass as often as needed, if the budget does not hold the hashes of all strings.
     *
     * @throws BudgetExceededException if they don't fit in 32 parts either
     */
    DuplicateStrings finish(WorkerThreads workers, PhaseProgress progress)
            throws BudgetExceededException {
        sumUp();
        while (table.next()) {
            repeats++;
            read(workers, progress);
            sumUp();
        }
        if (!setsBits()) {
            repeats++;
            read(workers, progress);
        }
        return new DuplicateStrings(strings, distinct, wastedBytes, groups());
    }

    /** Whether this pass sets the bits of the arrays that it reads; the next one clears them. */
    private boolean setsBits() {
        return repeats % 2 == 0;
    }

    private void sumUp() {
        strings = shares.stream().mapToLong(share -> share.strings).sum();
        distinct += table.distinct();
        wastedBytes += table.redundantBytes();
        table.forEach(repeated::offer);
    }

    private List<DuplicateStrings.Group> groups() {
        StringCursor cursor = new StringCursor(heap, layout);
        DumpedText text = new DumpedText(heap);
        List<DuplicateStrings.Group> groups = new ArrayList<>();
        for (TopDuplicates.Content content : repeated.ranked()) {
            long string = content.example();
            cursor.openArray(cursor.open(heap.position(string)));
            groups.add(
                    new DuplicateStrings.Group(
                            content.count(),
                            content.bytesEach(),
                            cursor.length(),
                            listing.reveal() ? text.at(string, LONGEST_SHOWN) : Optional.empty()));
        }
        return groups;
    }

    /** Creates one thread's part of the pass. */
    Share share() {
        Share share = new Share();
        shares.add(share);
        return share;
    }

    @Override
    public void close() {
        table.close();
    }

    /** One thread's part of the pass. */
    final class Share implements SegmentPass.Share {
        private final ObjectIndex index = heap.index();
        private final RecordCursor record = new RecordCursor(heap.bytes());
        private final StringCursor string = new StringCursor(heap, layout);
        private final long stringClass = layout.classAddress();
        private long strings;

        @Override
        public void read(Segment segment) throws BudgetExceededException {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                if (record.tag() == SubRecord.INSTANCE) {
                    take(record);
                }
            }
        }

        /** Counts an instance if it is a reachable string. */
        void take(RecordCursor instance) throws BudgetExceededException {
            if (instance.classAddress() == stringClass && index.isMarked(instance.address())) {
                strings++;
                count(instance);
            }
        }

        private void count(RecordCursor instance) throws BudgetExceededException {
            long array = string.open(instance.position());
            if (isMetFirst(array)) {
                if (string.openArray(array)) {
                    count(instance.address());
                }
            } else if (repeats > 0 && index.isSet(instance.address(), ObjectIndex.SPARE)) {
                forget(instance.address(), array);
            }
        }

        /** Whether this is the first string with this array in this pass. */
        private boolean isMetFirst(long array) {
            return setsBits()
                    ? index.set(array, ObjectIndex.SPARE)
                    : index.unset(array, ObjectIndex.SPARE);
        }

        private void count(long address) throws BudgetExceededException {
            long hash = hash();
            if (table.add(hash, address, sizes.of(string.arrayClass(), string.arrayLength()))) {
                index.set(address, ObjectIndex.SPARE);
            } else if (repeats > 0 && table.isOfThisReading(hash)) {
                index.unset(address, ObjectIndex.SPARE);
            }
        }

        /**
         * Clears the bit that an earlier pass has set for a string, if the string's hash belongs to
         * this pass.
         */
        private void forget(long address, long array) {
            if (string.openArray(array) && table.isOfThisReading(hash())) {
                index.unset(address, ObjectIndex.SPARE);
            }
        }

        private long hash() {
            int bytesPerChar = string.bytesPerChar();
            return ContentHash.of(
                    heap.bytes(), string.from(), string.length() * bytesPerChar, bytesPerChar);
        }
    }
}
