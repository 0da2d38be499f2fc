/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import org.jspecify.annotations.Nullable;

/**
 * A class of the dump, as the analysis needs it.
 *
 * @param index its number among {@link HeapClasses}
 * @param address of its {@code java.lang.Class} object; 0 for a primitive array's class that the
 *     dump doesn't have
 * @param rawName as the dump spells it, with slashes
 * @param dump null when the dump has instances of the class but not the class
 * @param referenceOffsets where an instance's references are among its bytes in the file, without
 *     the referent of a {@code java.lang.ref.Reference}; empty for arrays
 * @param referentOffset where the referent is, or -1
 * @param strength how an instance holds its referent
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

    /** As Java source spells it. */
    public String name() {
        return ClassNames.javaName(rawName);
    }

    public long loader() {
        return dump == null ? 0 : dump.loader();
    }

    /** Whether instances have nothing to refer to but their class. */
    public boolean isLeaf() {
        return switch (kind) {
            case PRIMITIVE_ARRAY -> true;
            case OBJECT_ARRAY -> false;
            case INSTANCE -> referenceOffsets.length == 0 && referentOffset < 0;
        };
    }
}
