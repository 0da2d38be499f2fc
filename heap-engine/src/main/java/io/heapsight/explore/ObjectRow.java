/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of a list of objects.
 *
 * @param label distinguishes the object from others of its class: a class object's class, a
 *     thread's name, or a string's text if it may be shown
 * @param via the field or element by which one object of the relation refers to the other
 * @param retainedBytes empty for an unreachable object
 */
public record ObjectRow(
        long address,
        String className,
        Optional<String> label,
        Optional<String> via,
        long shallowBytes,
        OptionalLong retainedBytes) {
    /** The row with a field or element. */
    public ObjectRow by(String reference) {
        return new ObjectRow(
                address, className, label, Optional.of(reference), shallowBytes, retainedBytes);
    }

    public boolean isReachable() {
        return retainedBytes.isPresent();
    }
}
