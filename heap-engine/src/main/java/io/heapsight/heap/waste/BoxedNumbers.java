/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.classes.ClassRanking;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.summary.Total;
import java.util.List;
import java.util.Set;

/** Counts boxed numbers, characters and booleans. */
public final class BoxedNumbers {
    private static final Set<String> BOXES =
            Set.of(
                    "java/lang/Boolean",
                    "java/lang/Byte",
                    "java/lang/Character",
                    "java/lang/Short",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Float",
                    "java/lang/Double");

    private BoxedNumbers() {}

    /** Whether instances of a class are boxed numbers, characters or booleans. */
    public static boolean isBox(HeapClass of) {
        return BOXES.contains(of.rawName());
    }

    /**
     * Boxed values by class, the most bytes first.
     *
     * @param reachable objects by class
     */
    public static List<Total.OfClass> of(HeapClasses classes, ClassTotals reachable) {
        return ClassRanking.of(classes, reachable, BoxedNumbers::isBox);
    }
}
