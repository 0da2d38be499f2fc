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
 * Holds the offsets of the fields of {@code java.lang.String}: since JDK 9 a byte array and a
 * coder, before that a char array, in JDK 6 also which part of it.
 *
 * @param classAddress of {@code java.lang.String}
 * @param value offset of the array
 * @param coder offset; {@link HeapClasses#ABSENT} before JDK 9
 * @param first offset of the first character's index; absent since JDK 7
 * @param count offset of the number of characters; absent since JDK 7
 * @param littleEndian how two-byte characters lie in a byte array
 */
public record StringLayout(
        long classAddress, int value, int coder, int first, int count, boolean littleEndian) {
    private static final String STRING = "java/lang/String";
    private static final long LITTLE_ENDIAN_HIGH_SHIFT = 0;

    /** Empty when the dump does not describe the class, as no JVM's does. */
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

    /** By the constant with which the JDK takes two-byte characters apart. */
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

    /** Whether strings name a part of their array. */
    boolean sharesArrays() {
        return first != HeapClasses.ABSENT && count != HeapClasses.ABSENT;
    }
}
