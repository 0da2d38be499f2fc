/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.DuplicateStrings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds reachable strings that hold the same characters in arrays of their own. An array is counted
 * once, however many strings share it. What is wasted is the arrays but one of each content, at
 * their true size: what {@code -XX:+UseStringDeduplication} could give back. The {@code String}
 * objects themselves are not in it: only the program could do without them.
 *
 * <p>Contents are compared by {@link ContentHash}. Takes the index's spare bits.
 */
final class StringDuplicates {
    private static final int LONGEST_SHOWN = 80;

    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final StringLayout layout;
    private final ContentTable table;
    private long strings;
    private long distinct;
    private long wastedBytes;

    private StringDuplicates(
            DumpedHeap heap, ObjectSizes sizes, StringLayout layout, ContentTable table) {
        this.heap = heap;
        this.sizes = sizes;
        this.layout = layout;
        this.table = table;
    }

    /**
     * Reads the file once, or several times when the hashes of all strings don't fit the budget at
     * a time.
     *
     * @throws BudgetExceededException when they don't fit in 32 parts either
     */
    static DuplicateStrings find(
            DumpedHeap heap,
            ObjectSizes sizes,
            MemoryBudget budget,
            Crew crew,
            PhaseProgress progress,
            StringListing listing)
            throws BudgetExceededException {
        Optional<StringLayout> layout = StringLayout.of(heap);
        if (layout.isEmpty()) {
            return new DuplicateStrings(0, 0, 0, List.of());
        }
        try (ContentTable table = new ContentTable(budget)) {
            return new StringDuplicates(heap, sizes, layout.get(), table)
                    .find(crew, progress, listing);
        } finally {
            heap.index().clear(ObjectIndex.SPARE);
        }
    }

    private DuplicateStrings find(Crew crew, PhaseProgress progress, StringListing listing)
            throws BudgetExceededException {
        RepeatedContents repeated = new RepeatedContents(listing.top());
        do {
            heap.index().clear(ObjectIndex.SPARE);
            List<Share> shares = SegmentPass.run(heap.segments(), crew, Share::new, progress);
            strings = shares.stream().mapToLong(share -> share.strings).sum();
            distinct += table.distinct();
            wastedBytes += table.redundantBytes();
            table.forEach(repeated::offer);
        } while (table.next());
        return new DuplicateStrings(strings, distinct, wastedBytes, groups(repeated, listing));
    }

    private List<DuplicateStrings.Group> groups(RepeatedContents repeated, StringListing listing) {
        StringCursor cursor = new StringCursor(heap, layout);
        DumpedText text = new DumpedText(heap);
        List<DuplicateStrings.Group> groups = new ArrayList<>();
        for (RepeatedContents.Content content : repeated.ranked()) {
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

    /** What one thread finds. */
    private final class Share implements SegmentPass.Share {
        private final ObjectIndex index = heap.index();
        private final RecordCursor record = new RecordCursor(heap.bytes());
        private final StringCursor string = new StringCursor(heap, layout);
        private final long stringClass = layout.classAddress();
        private long strings;

        @Override
        public void read(Segment segment) throws BudgetExceededException {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                if (record.tag() == SubRecord.INSTANCE
                        && record.classAddress() == stringClass
                        && index.isMarked(record.address())) {
                    strings++;
                    count();
                }
            }
        }

        private void count() throws BudgetExceededException {
            long array = string.open(record.position());
            if (index.set(array, ObjectIndex.SPARE) && string.openArray(array)) {
                int bytesPerChar = string.bytesPerChar();
                long hash =
                        ContentHash.of(
                                heap.bytes(),
                                string.from(),
                                string.length() * bytesPerChar,
                                bytesPerChar);
                table.add(
                        hash,
                        record.address(),
                        sizes.of(string.arrayClass(), string.arrayLength()));
            }
        }
    }
}
