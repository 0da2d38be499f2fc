/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import java.util.OptionalLong;

/** Looks up the retained size of an object. */
@FunctionalInterface
public interface RetainedSizeLookup {
    /** Knows no size, because dominators were not computed. */
    RetainedSizeLookup UNKNOWN = _ -> OptionalLong.empty();

    /**
     * Bytes that would be freed with the object at an address, its own included.
     *
     * @return empty if the object is unreachable or its size unknown
     */
    OptionalLong of(long address);
}
