/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object with its content.
 *
 * <pre>{@code
 * for (ObjectDescription.Field field : dump.object(address).fields()) {
 *     System.out.println(field.type() + " " + field.name() + " = " + field.value().orElse("?"));
 * }
 * }</pre>
 *
 * @param object the object
 * @param length number of elements; of arrays only
 * @param root why it is a GC root, such as {@code sticky class}; empty if it is none
 * @param dominator its immediate dominator; empty if no object dominates it, or no GC root reaches
 *     it
 * @param fields its fields, those of its class first, then those of the super classes; for a class
 *     object the static fields of the class that it represents
 */
public record ObjectDescription(
        DumpedObject object,
        OptionalLong length,
        Optional<String> root,
        Optional<DumpedObject> dominator,
        List<Field> fields) {
    /** Copies the list. */
    public ObjectDescription {
        fields = List.copyOf(fields);
    }

    /**
     * A field and its value.
     *
     * @param declaredBy name of the class that declares it
     * @param name as in the source
     * @param type a primitive type, or {@code reference}
     * @param isStatic whether it is a static field
     * @param value of a primitive field, as Java prints it; {@code null} for a null reference
     * @param object the object that a reference leads to; empty if the dump does not have it
     */
    public record Field(
            String declaredBy,
            String name,
            String type,
            boolean isStatic,
            Optional<String> value,
            Optional<DumpedObject> object) {}
}
