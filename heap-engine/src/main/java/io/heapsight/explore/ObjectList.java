/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lists the objects that have one relation to another object or a class, such as its referrers.
 *
 * @param of the queried object; empty for the top of the dominator tree
 * @param total number of objects; empty if the search ended before it found all
 * @param notes remarks about the list
 */
public record ObjectList(
        Relation relation,
        Optional<ObjectRow> of,
        List<ObjectRow> rows,
        OptionalLong total,
        List<String> notes) {
    /** The relation of the objects to the queried one. */
    public enum Relation {
        /** Objects of the class. */
        INSTANCES,
        /** Objects that refer to the queried object. */
        REFERRERS,
        /** Objects to which the queried object refers. */
        REFERENCES,
        /** Objects that the queried object immediately dominates. */
        DOMINATED
    }
}
