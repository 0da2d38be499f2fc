/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of a list of objects.
 *
 * @param label what tells it from others of its class: the class that it is the object of, the name
 *     of a thread, the text of a string where that may be shown
 * @param via the field or element by which one object of the list's refers to the other
 * @param retainedBytes empty where the object is not reachable
 */
public record ObjectRow(
        long address,
        String className,
        Optional<String> label,
        Optional<String> via,
        long shallowBytes,
        OptionalLong retainedBytes) {
    /** The same, with a field or element. */
    public ObjectRow by(String reference) {
        return new ObjectRow(
                address, className, label, Optional.of(reference), shallowBytes, retainedBytes);
    }

    public boolean isReachable() {
        return retainedBytes.isPresent();
    }
}
