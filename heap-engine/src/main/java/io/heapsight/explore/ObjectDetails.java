/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Describes one object: its row, loader, dominator, referrers and fields.
 *
 * @param loader of its class; 0 for the boot loader
 * @param length of an array
 * @param root the kind of GC root
 * @param dominator empty below the root, and for an unreachable object
 * @param referrers number of objects that refer to it; empty if counting them requires reading the
 *     dump
 * @param fields instance fields from its class upwards; for a class object the static fields of the
 *     class
 */
public record ObjectDetails(
        ObjectRow object,
        long loader,
        OptionalLong length,
        Optional<String> root,
        Optional<ObjectRow> dominator,
        OptionalLong referrers,
        List<Field> fields) {
    /**
     * A field of an object, or a static field of a class.
     *
     * @param declaredBy the declaring class
     * @param type "int", "reference", …
     * @param value of a primitive field; "null" for no reference
     * @param object the target of a reference; empty if the dump lacks it
     */
    public record Field(
            String declaredBy,
            String name,
            String type,
            boolean isStatic,
            Optional<String> value,
            Optional<ObjectRow> object) {}
}
