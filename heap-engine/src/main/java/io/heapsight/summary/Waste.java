/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;

/**
 * Reachable bytes that the program could do without.
 *
 * @param strings empty when there was no memory to compare them
 * @param collections by class, the most savable first
 * @param boxed numbers and booleans in objects of their own, by class
 * @param emptyArrays of length 0, by class
 * @param places that hold waste, those that hold most first; none where there is little of it in
 *     all
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
