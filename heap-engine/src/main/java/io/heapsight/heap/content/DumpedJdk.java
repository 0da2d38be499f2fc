/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the version and vendor of the JDK that a dump comes from, in constants of the JDK's own
 * classes.
 *
 * @param version "25.0.3+9-LTS"; of JDK 8 "1.8.0_412-b08"
 * @param vendor "Eclipse Adoptium"; since JDK 10
 */
public record DumpedJdk(Optional<String> version, Optional<String> vendor) {
    private static final int LONGEST = 100;

    /** Where the JDK keeps its version: since 9, and before. */
    private static final List<String> HOLDERS =
            List.of("java/lang/VersionProps", "sun/misc/Version");

    /** Reads what the dump has of it. */
    public static DumpedJdk of(DumpedHeap heap) {
        return new DumpedJdk(
                constant(heap, "java_runtime_version").or(() -> constant(heap, "java_version")),
                constant(heap, "VENDOR"));
    }

    private static Optional<String> constant(DumpedHeap heap, String field) {
        for (String holder : HOLDERS) {
            OptionalInt index = heap.classes().named(holder);
            if (index.isPresent()) {
                HeapClass of = heap.classes().get(index.getAsInt());
                long text = ObjectFields.staticReference(heap.classes(), of, field);
                return new DumpedText(heap).at(text, LONGEST).filter(found -> !found.isBlank());
            }
        }
        return Optional.empty();
    }
}
