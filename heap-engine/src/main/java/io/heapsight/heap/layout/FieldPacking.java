/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

/**
 * Places fields in objects as HotSpot does: {@link GroupedPacking} up to JDK 14, {@link
 * BestFitPacking} since.
 */
sealed interface FieldPacking permits GroupedPacking, BestFitPacking {
    /** The padding on both sides of contended fields: the default of -XX:ContendedPaddingWidth. */
    int CONTENDED_PADDING = 128;

    /** The first JDK with best-fit packing. */
    int FIRST_BEST_FIT = 15;

    /**
     * The space of a class' instances: the space of its super class plus its own fields.
     *
     * @param superSpace remains unchanged
     */
    FieldSpace add(FieldSpace superSpace, DeclaredFields own, int referenceBytes);

    /** The packing of a JDK's HotSpot. */
    static FieldPacking of(int jdk) {
        return jdk < FIRST_BEST_FIT ? new GroupedPacking() : new BestFitPacking(jdk);
    }

    /**
     * The end of fields placed one after another from {@code start}, references first, without
     * filling the gap before the first long. All releases place the static fields in a mirror this
     * way.
     */
    static int referencesFirst(int start, FieldCounts fields, int referenceBytes) {
        int end = start + fields.references() * referenceBytes;
        if (fields.eights() > 0) {
            end = Alignment.up(end, Long.BYTES);
        }
        return end + primitiveBytes(fields);
    }

    static int primitiveBytes(FieldCounts fields) {
        return fields.eights() * Long.BYTES
                + fields.fours() * Integer.BYTES
                + fields.twos() * Short.BYTES
                + fields.ones();
    }
}
