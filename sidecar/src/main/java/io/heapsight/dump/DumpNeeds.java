/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

/**
 * How much room a dump needs at most.
 *
 * @param heap as it is now
 * @param segments the JVM writes a second file first, and has both for a moment
 * @param compressedByUs we compress it after it is written, so that both are there for a while
 */
record DumpNeeds(HeapFigures heap, boolean segments, boolean compressedByUs) {
    /** Where the target's JVM writes. */
    long bytesToWrite() {
        return segments ? 2 * heap.dumpBytes() : heap.dumpBytes();
    }

    /**
     * Where it is kept.
     *
     * @param copied it was written elsewhere
     */
    long bytesToKeep(boolean copied) {
        return (copied ? heap.dumpBytes() : bytesToWrite())
                + (compressedByUs ? heap.dumpBytes() : 0);
    }
}
