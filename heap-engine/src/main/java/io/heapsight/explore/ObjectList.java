/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Objects that stand in one relation to another object or a class.
 *
 * @param of the object that was asked about; empty for the top of the dominator tree
 * @param total how many there are; empty where reading ended before all were found
 * @param notes what should be known of the list
 */
public record ObjectList(
        Relation relation,
        Optional<ObjectRow> of,
        List<ObjectRow> rows,
        OptionalLong total,
        List<String> notes) {
    /** How the objects relate to the one that was asked about. */
    public enum Relation {
        /** They are of the class. */
        INSTANCES,
        /** They refer to the object. */
        REFERRERS,
        /** The object refers to them. */
        REFERENCES,
        /** The object is their immediate dominator. */
        DOMINATED
    }
}
