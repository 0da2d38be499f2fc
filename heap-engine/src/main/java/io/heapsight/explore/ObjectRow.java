/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of a list of objects.
 *
 * @param label distinguishes it from others of its class: the class of a class object, the name of
 *     a thread, or the text of a string if it may be shown
 * @param via the field or element of the reference between it and the other object of the relation
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
