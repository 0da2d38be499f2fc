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
        List<Total.OfClass> boxed,
        List<Total.OfClass> emptyArrays,
        List<WasteAt> places) {
    /**
     * Wasteful collections of one class.
     *
     * @param collections all of the class
     * @param empty without elements
     * @param singleton with one element
     * @param sparse with several elements, in a mostly unused table or array
     * @param savableBytes savings by tables, arrays and collections of the right size
     */
    public record CollectionWaste(
            String className,
            long collections,
            long empty,
            long singleton,
            long sparse,
            long savableBytes) {}

    /**
     * Strings with equal content in separate arrays.
     *
     * @param strings all strings
     * @param distinct number of different contents
     * @param wastedBytes savings by one array per content
     * @param top the contents that waste most
     */
    public record DuplicateStrings(long strings, long distinct, long wastedBytes, List<Group> top) {
        /**
         * Strings with one content.
         *
         * @param count number of arrays with the content
         * @param bytesEach size of one array
         * @param length in characters
         * @param content only if the user requested contents
         */
        public record Group(long count, long bytesEach, long length, Optional<String> content) {}

        public DuplicateStrings {
            top = List.copyOf(top);
        }
    }

    public Waste {
        collections = List.copyOf(collections);
        boxed = List.copyOf(boxed);
        emptyArrays = List.copyOf(emptyArrays);
        places = List.copyOf(places);
    }
}
