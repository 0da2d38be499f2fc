/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * The layout of objects in the dumped JVM, which determines every size.
 *
 * @param referenceBytes of a field that holds a reference: 4 with compressed oops, else 8 (4 on
 *     32-bit JVMs)
 * @param headerBytes of an object other than an array: mark word and class pointer
 * @param alignmentBytes the size of each object is rounded up to a multiple of this
 * @param evidence how the layout was determined, in words
 */
public record LayoutFacts(
        int referenceBytes,
        int headerBytes,
        int alignmentBytes,
        boolean compressedClassPointers,
        boolean compactHeaders,
        Source source,
        String evidence) {
    /** The source of the layout. */
    public enum Source {
        /** The flags of the JVM, given by the user or by the sidecar that captured the dump. */
        FLAGS,
        /** The distances between neighbouring objects in the dump. */
        INFERRED
    }
}
