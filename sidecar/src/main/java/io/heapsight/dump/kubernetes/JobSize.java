/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.heap.HeapExplorer;

/**
 * The resources of a Job, from the plan of its dump. The memory suffices to keep all tables out of
 * files. The disk has space for the stored dump, the inflated dump and its index.
 */
record JobSize(long memoryBytes, long diskBytes) {
    /** Minimum memory, for download and upload. */
    private static final long LEAST_MEMORY = 512L << 20;

    private static final long DISK_MARGIN = 1L << 30;
    private static final long MEBIBYTE = 1L << 20;

    /**
     * Computes the size.
     *
     * @param plannedMemory for the analysis
     * @param dumpBytes inflated; the stored object is compressed, and not larger
     */
    static JobSize of(long plannedMemory, long dumpBytes) {
        return new JobSize(
                Math.max(plannedMemory, LEAST_MEMORY),
                2 * dumpBytes + HeapExplorer.mostIndexBytes(dumpBytes) + DISK_MARGIN);
    }

    /** The memory as a Kubernetes quantity. */
    String memory() {
        return mebibytes(memoryBytes);
    }

    /** The disk as a Kubernetes quantity. */
    String disk() {
        return mebibytes(diskBytes);
    }

    private static String mebibytes(long bytes) {
        return Math.ceilDiv(bytes, MEBIBYTE) + "Mi";
    }
}
