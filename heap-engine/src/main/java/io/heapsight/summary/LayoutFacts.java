/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * How the JVM that was dumped laid out its objects; every size follows from it.
 *
 * @param referenceBytes of a field that holds a reference: 4 with compressed oops, else 8 (4 on
 *     32-bit JVMs)
 * @param headerBytes of an object that is no array: mark word and class pointer
 * @param alignmentBytes to which each object's size is rounded up
 * @param evidence in words, how it was determined
 */
public record LayoutFacts(
        int referenceBytes,
        int headerBytes,
        int alignmentBytes,
        boolean compressedClassPointers,
        boolean compactHeaders,
        Source source,
        String evidence) {
    /** Where the layout is known from. */
    public enum Source {
        /** The flags of the JVM, given by the user or by the sidecar that took the dump. */
        FLAGS,
        /** The distances of neighbouring objects in the dump. */
        INFERRED
    }
}
