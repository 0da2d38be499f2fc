/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

/**
 * A command that stops the target while it walks its heap.
 *
 * @param live runs a full collection first, and walks only the survivors
 * @param compressed the JVM compresses its output
 */
public record Capture(Walk walk, boolean live, boolean compressed) {
    /** The ways to process the objects. */
    public enum Walk {
        /** {@code GC.class_histogram}: counts them. */
        HISTOGRAM,
        /** {@code GC.heap_dump}: writes them. */
        DUMP
    }

    public static Capture histogram(boolean live) {
        return new Capture(Walk.HISTOGRAM, live, false);
    }

    public static Capture dump(boolean live, boolean compressed) {
        return new Capture(Walk.DUMP, live, compressed);
    }
}
