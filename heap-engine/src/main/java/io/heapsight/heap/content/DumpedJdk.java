/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the version and vendor of a dump's JDK in constants of the JDK's classes.
 *
 * @param version "25.0.3+9-LTS"; for JDK 8 "1.8.0_412-b08"
 * @param vendor "Eclipse Adoptium"; since JDK 10
 */
public record DumpedJdk(Optional<String> version, Optional<String> vendor) {
    private static final int LONGEST = 100;

    /** Classes with the JDK's version: since JDK 9, and before. */
    private static final List<String> HOLDERS =
            List.of("java/lang/VersionProps", "sun/misc/Version");

    /** Reads version and vendor, if the dump contains them. */
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
