/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.heap.content.StringCursor;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;

/** Finds the strings of the arrays that hold secrets; one thread's share of the pass. */
final class SecretArrayOwnerScan implements SegmentPass.Share {
    private final IndexedHeap heap;
    private final StringLayout layout;
    private final SecretAddresses arrays;
    private final SecretAddresses strings;
    private final SecretAddresses ofStrings;
    private final RecordCursor record;
    private final StringCursor string;

    /**
     * @param strings receives the strings
     * @param ofStrings receives the arrays that belong to a string
     */
    SecretArrayOwnerScan(
            IndexedHeap heap,
            StringLayout layout,
            SecretAddresses arrays,
            SecretAddresses strings,
            SecretAddresses ofStrings) {
        this.heap = heap;
        this.layout = layout;
        this.arrays = arrays;
        this.strings = strings;
        this.ofStrings = ofStrings;
        record = new RecordCursor(heap.file().bytes());
        string = new StringCursor(heap.heap(), layout);
    }

    @Override
    public void read(Segment segment) {
        record.reset(segment.start(), segment.end());
        while (record.next()) {
            if (record.tag() == SubRecord.INSTANCE
                    && record.classAddress() == layout.classAddress()
                    && heap.heap().index().isObject(record.address())) {
                long array = string.open(record.position());
                long kinds = arrays.of(array);
                if (kinds != 0) {
                    strings.add(record.address(), kinds);
                    ofStrings.add(array, kinds);
                }
            }
        }
    }
}
