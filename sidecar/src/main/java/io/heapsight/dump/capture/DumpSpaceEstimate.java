/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.ByteSize;

/**
 * How much room a dump needs at most.
 *
 * @param heap as it is now
 * @param options what the JVM can do
 * @param compressedByUs we compress it after it is written, so that both are there for a while
 */
record DumpSpaceEstimate(HeapSize heap, DumpCommandOptions options, boolean compressedByUs) {
    /** A record of an object takes at most so many times what the object does: 25 bytes for 8. */
    private static final int LARGEST_RECORD = 4;

    /** Names, methods and constants of 100,000 classes, which are not in the heap. */
    private static final long LARGEST_REST = 1L << 30;

    /** No dump of this heap is larger: what is, is none. */
    long mostBytes() {
        return LARGEST_RECORD * heap.committedBytes() + LARGEST_REST;
    }

    /** What is taken of a dump at most, where so much can be written. */
    TransferLimit limit(long usableBytes) {
        long most = mostBytes();
        return TransferLimit.of(
                most,
                "no dump of this heap has more than %s".formatted(new ByteSize(most)),
                usableBytes);
    }

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
