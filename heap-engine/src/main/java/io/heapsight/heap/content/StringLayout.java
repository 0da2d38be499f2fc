/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.hprof.BasicType;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The offsets of the fields of {@code java.lang.String}. Since JDK 9, these are a byte array and a
 * coder; before, a char array; in JDK 6 also the used range of the array.
 *
 * @param classAddress of {@code java.lang.String}
 * @param value offset of the array
 * @param coder offset; {@link HeapClasses#ABSENT} before JDK 9
 * @param first offset of the first character's index; absent since JDK 7
 * @param count offset of the number of characters; absent since JDK 7
 * @param littleEndian byte order of two-byte characters in a byte array
 */
public record StringLayout(
        long classAddress, int value, int coder, int first, int count, boolean littleEndian) {
    private static final String STRING = "java/lang/String";
    private static final long LITTLE_ENDIAN_HIGH_SHIFT = 0;

    /** Reads the offsets; empty if the dump lacks the class, which every JVM's dump contains. */
    public static Optional<StringLayout> of(DumpedHeap heap) {
        OptionalInt index = heap.classes().named(STRING);
        if (index.isEmpty()) {
            return Optional.empty();
        }
        HeapClass string = heap.classes().get(index.getAsInt());
        int value = offset(heap, string, "value", BasicType.OBJECT);
        if (value == HeapClasses.ABSENT) {
            return Optional.empty();
        }
        return Optional.of(
                new StringLayout(
                        string.address(),
                        value,
                        offset(heap, string, "coder", BasicType.BYTE),
                        offset(heap, string, "offset", BasicType.INT),
                        offset(heap, string, "count", BasicType.INT),
                        isLittleEndian(heap.classes())));
    }

    private static int offset(DumpedHeap heap, HeapClass string, String field, BasicType type) {
        return heap.classes().fieldOffset(string, STRING, field, type);
    }

    /**
     * Whether two-byte characters are little-endian, by the constant that the JDK uses to split
     * them.
     */
    private static boolean isLittleEndian(HeapClasses classes) {
        OptionalInt utf16 = classes.named("java/lang/StringUTF16");
        return utf16.isEmpty()
                || ObjectFields.staticValue(
                                classes,
                                classes.get(utf16.getAsInt()),
                                "HI_BYTE_SHIFT",
                                BasicType.INT)
                        .map(shift -> shift == LITTLE_ENDIAN_HIGH_SHIFT)
                        .orElse(true);
    }

    /** Whether a string may use a part of its array. */
    boolean sharesArrays() {
        return first != HeapClasses.ABSENT && count != HeapClasses.ABSENT;
    }
}
