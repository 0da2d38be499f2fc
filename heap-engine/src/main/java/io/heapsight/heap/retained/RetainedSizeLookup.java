/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import java.util.OptionalLong;

/** Tells the retained size of an object. */
@FunctionalInterface
public interface RetainedSizeLookup {
    /** Nothing is known since dominators were left out. */
    RetainedSizeLookup UNKNOWN = _ -> OptionalLong.empty();

    /**
     * Bytes that would be freed if the object at an address went, its own among them.
     *
     * @return empty when there is no such reachable object, or it isn't known
     */
    OptionalLong of(long address);
}
