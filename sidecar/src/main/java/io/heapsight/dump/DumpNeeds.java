/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

/**
 * How much room a dump needs at most.
 *
 * @param heap as it is now
 * @param options what the JVM can do
 * @param compressedByUs we compress it after it is written, so that both are there for a while
 */
record DumpNeeds(HeapFigures heap, DumpOptions options, boolean compressedByUs) {
    /** Where the target's JVM writes. */
    long bytesToWrite() {
        return options.segments() ? 2 * heap.dumpBytes() : heap.dumpBytes();
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
