/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A numeric property of objects, for conditions and sorting. */
public enum ObjectFigure {
    /** Bytes of the object itself. */
    SHALLOW,
    /** Bytes that would be freed with the object; unknown for an unreachable object. */
    RETAINED,
    /** Elements of an array; missing for other objects. */
    LENGTH,
    /**
     * Elements of a collection of {@code java.util} or of a wrapper around one; for any other
     * instance its int or long field {@code size}, if it has one.
     */
    SIZE,
    /** The address of the object in the heap. */
    ADDRESS;

    /** All names, as in a query. */
    static final String NAMES =
            Arrays.stream(values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));

    static Optional<ObjectFigure> of(Token token) {
        return Arrays.stream(values()).filter(each -> token.is(each.name())).findFirst();
    }
}
