/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.holders.HolderFinder.Holder;
import java.util.List;

/**
 * An accumulation point, and the places where the program holds it.
 *
 * @param number among all accumulations
 * @param by the places that hold it, the most significant first; empty if unknown
 * @param isOne whether one object in one place holds all of it
 * @param within the places that hold the object of the first place
 * @param example the node or leaf of the largest accumulated object
 * @param more accumulations that the same place holds, such as each of the maps in a map; grows
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
