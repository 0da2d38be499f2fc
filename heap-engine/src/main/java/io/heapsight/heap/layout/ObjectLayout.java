/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import io.heapsight.hprof.BasicType;
import java.util.Optional;

/**
 * The layout of objects in the heap of a HotSpot JVM.
 *
 * <pre>
 *   instance   header (8, 12 or 16), fields
 *   array      header (8, 12 or 16), length (4), elements at a multiple of their size;
 *              up to JDK 22 always at a multiple of 8
 * </pre>
 *
 * @param referenceBytes 4, or 8 without compressed oops
 * @param headerBytes 8 with compact headers, 12 with compressed class pointers, else 16; up to JDK
 *     14 also 16 without compressed oops
 * @param alignmentBytes a power of two from 8 to 256; all sizes are multiples of it
 * @param jdk the feature release of the JDK, which decides how fields are packed
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/oops/arrayOop.hpp">arrayOop.hpp</a>
 */
public record ObjectLayout(int referenceBytes, int headerBytes, int alignmentBytes, int jdk) {

    public static final int COMPACT_HEADER = 8;
    public static final int SMALL_HEADER = 12;
    public static final int WIDE_HEADER = 16;
    static final int LARGEST_ALIGNMENT = 256;
    private static final int FIRST_KNOWN = 8;

    /** The last release whose default flags are known. */
    private static final int LAST_KNOWN = 28;

    /** Compact headers are the default, and class pointers are always compressed. */
    static final int FIRST_COMPACT = 27;

    private static final int FIRST_WITH_TIGHT_ARRAYS = 23;

    public ObjectLayout {
        boolean known =
                (referenceBytes == Integer.BYTES || referenceBytes == Long.BYTES)
                        && (headerBytes == COMPACT_HEADER
                                || headerBytes == SMALL_HEADER
                                || headerBytes == WIDE_HEADER)
                        && Integer.bitCount(alignmentBytes) == 1
                        && alignmentBytes >= Long.BYTES
                        && alignmentBytes <= LARGEST_ALIGNMENT;
        if (!known) {
            throw new IllegalArgumentException(
                    "references of %d, headers of %d, alignment to %d bytes"
                            .formatted(referenceBytes, headerBytes, alignmentBytes));
        }
    }

    /**
     * The layout according to the flags of a JVM.
     *
     * @param jdk the feature release
     * @return empty if a required flag is missing
     */
    public static Optional<ObjectLayout> of(HeapFlags flags, int jdk) {
        Optional<Boolean> compressedOops = flags.useCompressedOops();
        if (compressedOops.isEmpty() && flags.isOn("UseZGC").orElse(false)) {
            compressedOops = Optional.of(false);
        }
        if (compressedOops.isEmpty() || jdk < FIRST_KNOWN || jdk > LAST_KNOWN) {
            return Optional.empty();
        }
        boolean smallOops = compressedOops.get();
        boolean smallHeader =
                jdk >= FIRST_COMPACT
                        || ((smallOops || jdk >= FieldPacking.FIRST_BEST_FIT)
                                && flags.useCompressedClassPointers().orElse(true));
        boolean compact = flags.useCompactObjectHeaders().orElse(jdk >= FIRST_COMPACT);
        return Optional.of(
                new ObjectLayout(
                        smallOops ? Integer.BYTES : Long.BYTES,
                        compact ? COMPACT_HEADER : smallHeader ? SMALL_HEADER : WIDE_HEADER,
                        flags.objectAlignmentInBytes().orElse(Long.BYTES),
                        jdk));
    }

    /** Bytes that a value of this type takes in an object. */
    public int bytesOf(BasicType type) {
        return type == BasicType.OBJECT ? referenceBytes : type.bytes();
    }

    /** Bytes from the start of an array to its first element. */
    public int arrayBase(int elementBytes) {
        int afterLength = headerBytes + Integer.BYTES;
        return jdk < FIRST_WITH_TIGHT_ARRAYS || elementBytes == Long.BYTES
                ? Alignment.up(afterLength, Long.BYTES)
                : afterLength;
    }

    /** Bytes of an array in the heap. */
    public long arrayBytes(int elementBytes, long length) {
        return align(arrayBase(elementBytes) + elementBytes * length);
    }

    /**
     * Bytes of a {@code jdk.internal.vm.StackChunk}: its fields, the stack, and a bitmap of the
     * references on it.
     *
     * @param instanceBytes bytes of its fields
     * @param words size of the stack
     */
    public long stackChunkBytes(long instanceBytes, int words) {
        long bits = (long) words * (referenceBytes == Integer.BYTES ? 2 : 1);
        long bitmapWords = (bits + Long.SIZE - 1) / Long.SIZE;
        return align(instanceBytes + Long.BYTES * (words + bitmapWords));
    }

    /** Bytes of an array in the heap. */
    public long arrayBytes(BasicType elements, long length) {
        return arrayBytes(bytesOf(elements), length);
    }

    long align(long bytes) {
        return Alignment.up(bytes, alignmentBytes);
    }
}
