/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.Optional;

/**
 * A field of an object, or a static field of a class.
 *
 * @param declaredBy the declaring class
 * @param type "int", "reference", …
 * @param value of a primitive field; "null" for no reference
 * @param object the target of a reference; empty if the dump lacks it
 */
public record FieldRow(
        String declaredBy,
        String name,
        String type,
        boolean isStatic,
        Optional<String> value,
        Optional<ObjectRow> object) {}
