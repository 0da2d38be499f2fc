/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;

/**
 * Reachable bytes that the program could save.
 *
 * @param strings empty if memory did not suffice to compare them
 * @param collections by class, ranked by savings
 * @param boxed numbers and booleans in separate objects, by class
 * @param emptyArrays of length 0, by class
 * @param places that hold waste, ranked by bytes; none if there is little waste in total
 */
public record Waste(
        Optional<DuplicateStrings> strings,
        List<CollectionWaste> collections,
        List<ClassTotal> boxed,
        List<ClassTotal> emptyArrays,
        List<WasteAt> places) {
    public Waste {
        collections = List.copyOf(collections);
        boxed = List.copyOf(boxed);
        emptyArrays = List.copyOf(emptyArrays);
        places = List.copyOf(places);
    }
}
