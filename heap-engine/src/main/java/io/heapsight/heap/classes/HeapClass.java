/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import org.jspecify.annotations.Nullable;

/**
 * A class of the dump, with the data that the analysis needs.
 *
 * @param index its number among {@link HeapClasses}
 * @param address of its {@code java.lang.Class} object; 0 for the class of a primitive array that
 *     is missing in the dump
 * @param rawName as in the dump, with slashes
 * @param dump null if the dump contains instances of the class but not the class
 * @param referenceOffsets offsets of an instance's references among its bytes in the file, without
 *     the referent of a {@code java.lang.ref.Reference}; empty for arrays
 * @param referentOffset offset of the referent, or -1
 * @param strength the strength with which an instance holds its referent
 */
@SuppressWarnings("ArrayRecordComponent") // read in the innermost loops
public record HeapClass(
        int index,
        long address,
        String rawName,
        ClassKind kind,
        @Nullable ClassDump dump,
        int[] referenceOffsets,
        int referentOffset,
        ReferenceStrength strength) {

    /** The name as in Java source. */
    public String name() {
        return ClassNameTranslator.javaName(rawName);
    }

    public long loader() {
        return dump == null ? 0 : dump.loader();
    }

    /** Returns whether an instance refers to nothing but its class. */
    public boolean isLeaf() {
        return switch (kind) {
            case PRIMITIVE_ARRAY -> true;
            case OBJECT_ARRAY -> false;
            case INSTANCE -> referenceOffsets.length == 0 && referentOffset < 0;
        };
    }
}
