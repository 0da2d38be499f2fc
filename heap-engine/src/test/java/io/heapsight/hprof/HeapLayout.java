/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Object sizes in the heap of a test's dump: HotSpot's since JDK 15. A field goes into the first
 * hole where it fits, the largest fields first and the references last.
 */
final class HeapLayout {
    private final int headerBytes;
    private final int referenceBytes;

    private HeapLayout(int headerBytes, int referenceBytes) {
        this.headerBytes = headerBytes;
        this.referenceBytes = referenceBytes;
    }

    /** With compressed references in a file of 64-bit identifiers, otherwise of a 32-bit JVM. */
    static HeapLayout of(int idBytes) {
        return new HeapLayout(idBytes == Long.BYTES ? 12 : 8, Integer.BYTES);
    }

    long instanceBytes(DumpClass type) {
        List<long[]> holes = new ArrayList<>();
        return aligned(endOfFields(type, holes));
    }

    long arrayBytes(BasicType element, long length) {
        return aligned(headerBytes + Integer.BYTES + length * bytes(element));
    }

    private long endOfFields(@Nullable DumpClass type, List<long[]> holes) {
        if (type == null) {
            return headerBytes;
        }
        long end = endOfFields(type.superClass(), holes);
        List<BasicType> types =
                type.fields().stream()
                        .map(DumpClass.Field::type)
                        .sorted(
                                Comparator.comparingInt(
                                        t -> t == BasicType.OBJECT ? 0 : -t.bytes()))
                        .toList();
        for (BasicType field : types) {
            end = place(bytes(field), end, holes);
        }
        return end;
    }

    /** Puts a field into a hole or behind the end; returns the new end. */
    private static long place(int bytes, long end, List<long[]> holes) {
        for (long[] hole : holes) {
            long at = alignedTo(bytes, hole[0]);
            if (at + bytes <= hole[1]) {
                holes.remove(hole);
                addHole(holes, hole[0], at);
                addHole(holes, at + bytes, hole[1]);
                return end;
            }
        }
        long at = alignedTo(bytes, end);
        addHole(holes, end, at);
        return at + bytes;
    }

    private static void addHole(List<long[]> holes, long from, long to) {
        if (from < to) {
            holes.add(new long[] {from, to});
        }
    }

    private int bytes(BasicType type) {
        return type == BasicType.OBJECT ? referenceBytes : type.bytes();
    }

    private static long aligned(long bytes) {
        return alignedTo(Long.BYTES, bytes);
    }

    private static long alignedTo(int alignment, long bytes) {
        return Math.ceilDiv(bytes, alignment) * alignment;
    }
}
