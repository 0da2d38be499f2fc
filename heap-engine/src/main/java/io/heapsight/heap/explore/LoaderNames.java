/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.objects.ObjectFields;
import java.util.HashMap;
import java.util.Map;

/** Names class loaders by their classes. Not thread-safe. */
public final class LoaderNames {
    /** The name of the loader with address 0. */
    public static final String BOOT = "boot";

    private final ObjectFields fields;
    private final Map<Long, String> known = new HashMap<>();

    public LoaderNames(IndexedHeap heap) {
        fields = new ObjectFields(heap.heap());
        known.put(0L, BOOT);
    }

    /** "boot", or the class of the loader at an address; "?" if there is no instance. */
    public String of(long loader) {
        return known.computeIfAbsent(
                loader, address -> fields.open(address) ? fields.type().name() : "?");
    }
}
