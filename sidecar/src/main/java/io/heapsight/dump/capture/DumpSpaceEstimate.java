/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.pause.HeapContent;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.ByteSize;

/**
 * Estimates the disk space that a dump needs.
 *
 * @param heap current size
 * @param options of the JVM
 * @param compressedByUs whether the sidecar compresses it afterwards, so that both files exist for
 *     a while
 */
record DumpSpaceEstimate(HeapSize heap, DumpCommandOptions options, boolean compressedByUs) {
    /** Maximum ratio between the record of an object and the object: 25 bytes for 8. */
    private static final int LARGEST_RECORD = 4;

    /** Maximum size of data outside the heap: names, methods and constants of 100,000 classes. */
    private static final long LARGEST_REST = 1L << 30;

    /** The maximum size of a dump of this heap; a larger file is not a dump. */
    long mostBytes() {
        return LARGEST_RECORD * heap.committedBytes() + LARGEST_REST;
    }

    /** The maximum accepted size of a dump, given the free space. */
    TransferLimit limit(long usableBytes) {
        long most = mostBytes();
        return TransferLimit.of(
                most,
                "a dump of this heap has at most %s".formatted(new ByteSize(most)),
                usableBytes);
    }

    /** The needed space where the target's JVM writes. */
    long bytesToWrite() {
        return options.segments() ? 2 * heap.dumpBytes() : heap.dumpBytes();
    }

    /** The needed space if the target writes on the file system of the sidecar's folder. */
    long bytesToWriteAndCopy() {
        return Math.max(bytesToWrite(), 2 * heap.dumpBytes());
    }

    /**
     * The needed space in the sidecar's folder.
     *
     * @param copied whether the target writes elsewhere
     */
    long bytesToKeep(boolean copied) {
        return (copied ? heap.dumpBytes() : bytesToWrite())
                + (compressedByUs ? heap.dumpBytes() : 0);
    }

    /** "about 110.4 MiB". */
    String wanted(boolean copied) {
        return "about " + new ByteSize(bytesToKeep(copied));
    }

    /** Returns the estimate with the objects of a histogram, if there was one. */
    DumpSpaceEstimate with(HeapContent content) {
        return new DumpSpaceEstimate(heap.with(content), options, compressedByUs);
    }
}
