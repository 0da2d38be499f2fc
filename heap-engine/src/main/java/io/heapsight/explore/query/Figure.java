/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** A number that objects have, and by which they are compared and ordered. */
public enum Figure {
    /** Bytes of the object itself. */
    SHALLOW,
    /** Bytes that would go with the object; an unreachable object has none that is known. */
    RETAINED,
    /** Elements of an array; nothing else has it. */
    LENGTH,
    /**
     * Elements of a collection of {@code java.util} or of a wrapper around one; of any other
     * instance its int or long field named {@code size}, if it has one.
     */
    SIZE,
    /** Where the object was. */
    ADDRESS
}
