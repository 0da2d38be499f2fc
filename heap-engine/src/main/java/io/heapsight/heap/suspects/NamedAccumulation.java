/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.holders.HolderFinder.Holder;
import java.util.List;

/**
 * An accumulation point, and the places where the program holds it.
 *
 * @param number among all accumulations
 * @param by the places that hold it, the most telling first; empty where none is known
 * @param isOne whether one object in one place holds all of it
 * @param within where the object that has the first place is held itself
 * @param example the node or leaf of the largest of the objects that accumulate
 * @param more accumulations that the same place holds, as each of the maps in a map; grows
 * @param others accumulations that other fields of the same object hold; grows
 */
record NamedAccumulation(
        AccumulationPoint of,
        int number,
        List<Holder> by,
        boolean isOne,
        List<Holder> within,
        int example,
        List<NamedAccumulation> more,
        List<NamedAccumulation> others) {
    /** Whether a place of the program is known that holds it. */
    boolean isNamed() {
        return !by.isEmpty() && by.getFirst().isPrograms();
    }
}
