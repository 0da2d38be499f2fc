/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.SubRecord;

/** Steps from one record of a dump to the next. */
final class RecordSteps {
    private RecordSteps() {}

    /** Skips this many objects and all other records between them, to the next object. */
    static long skip(HprofBytes bytes, long position, int objects) {
        long at = position;
        int left = objects;
        while (true) {
            int tag = bytes.u1(at);
            if (SubRecord.isObject(tag)) {
                if (left == 0) {
                    return at;
                }
                left--;
            }
            at = SubRecord.end(bytes, at);
        }
    }

    /**
     * Like {@link #skip}, for an unchecked position.
     *
     * @return -1 if the object is not there
     */
    static long skipWithCare(HprofBytes bytes, long from, int objects, long address) {
        long at = from;
        long end = SubRecord.endWithin(bytes, at);
        int left = objects;
        while (end >= 0) {
            boolean object = SubRecord.isObject(bytes.u1(at));
            if (object && left == 0) {
                return bytes.id(at + 1) == address ? at : -1;
            }
            left -= object ? 1 : 0;
            at = end;
            end = SubRecord.endWithin(bytes, at);
        }
        return -1;
    }

    /**
     * Whether the objects of a block are next to each other in the file, in the order of addresses.
     */
    static boolean isContiguous(ObjectIndex index, HprofBytes bytes, int block) {
        long starts = index.word(block, ObjectIndex.STARTS);
        long place = index.word(block, ObjectIndex.PLACE);
        long position = index.baseOf(block) + PackedBlockPositions.first(place);
        long seen = 0;
        while (seen != starts) {
            if (bytes.size() - position < SubRecord.LONGEST_HEADER) {
                return false; // too near to the end for a header
            }
            if (SubRecord.isObject(bytes.u1(position))) {
                long address = bytes.id(position + 1);
                boolean ascends =
                        Long.compareUnsigned(index.bit(address), Long.highestOneBit(seen)) > 0;
                if (index.block(address) != block || !ascends) {
                    return false;
                }
                seen |= index.bit(address);
            }
            long next = SubRecord.end(bytes, position);
            if (next == position) {
                return false; // not a record of a segment
            }
            position = next;
        }
        return true;
    }
}
