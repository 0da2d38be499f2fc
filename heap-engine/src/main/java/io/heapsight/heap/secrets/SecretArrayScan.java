/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.explore.secret.SecretKind;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import org.jspecify.annotations.Nullable;

/** Searches the byte and char arrays of a dump for secrets; one thread's share of the pass. */
final class SecretArrayScan implements SegmentPass.Share {
    private static final int BYTE_VALUES = 256;
    private static final boolean[] MAY_BEGIN = new boolean[BYTE_VALUES];

    static {
        for (int c = 0; c < BYTE_VALUES; c++) {
            MAY_BEGIN[c] = SecretPatterns.BEGINNINGS.contains(c);
        }
    }

    private final IndexedHeap heap;
    private final HprofBytes bytes;
    private final SecretAddresses found;
    private final RecordCursor record;
    private final CharacterCursor text;

    /**
     * @param found receives the arrays
     */
    SecretArrayScan(IndexedHeap heap, SecretAddresses found) {
        this.heap = heap;
        this.found = found;
        bytes = heap.file().bytes();
        record = new RecordCursor(bytes);
        text = new CharacterCursor(bytes);
    }

    @Override
    public void read(Segment segment) {
        record.reset(segment.start(), segment.end());
        while (record.next()) {
            if (record.tag() == SubRecord.PRIMITIVE_ARRAY
                    && heap.heap().index().isObject(record.address())) {
                read(record.elementType(), record.data(), record.length());
            }
        }
    }

    private void read(int elementType, long from, long elements) {
        if (elementType == BasicType.BYTE.code() || elementType == BasicType.CHAR.code()) {
            long kinds =
                    kinds(from, elementType == BasicType.BYTE.code() ? elements : 2 * elements);
            if (kinds != 0) {
                found.add(record.address(), kinds);
            }
        }
    }

    /** The bits of the kinds found in a range of bytes. */
    private long kinds(long from, long length) {
        text.open(from, length);
        long kinds = 0;
        for (long at = from; at < from + length; at++) {
            if (MAY_BEGIN[bytes.u1(at)]) {
                text.moveTo(at);
                @Nullable SecretKind kind = SecretPatterns.kindAt(text);
                if (kind != null) {
                    kinds |= SecretAddresses.bit(kind);
                    if (kind == SecretKind.AWS_ACCESS_KEY_ID
                            && SecretPatterns.hasAwsSecretNear(text)) {
                        kinds |= SecretAddresses.bit(SecretKind.AWS_SECRET_KEY);
                    }
                }
            }
        }
        return kinds;
    }
}
