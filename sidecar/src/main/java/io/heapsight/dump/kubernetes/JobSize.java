/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.heap.HeapExplorer;

/**
 * The size of a Job, from the plan of its dump: the memory with which no table becomes a file, and
 * a disk for the dump as stored and inflated, and its index.
 */
record JobSize(long memoryBytes, long diskBytes) {
    /** Download and upload need this much. */
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

    /** The memory as a quantity of Kubernetes. */
    String memory() {
        return mebibytes(memoryBytes);
    }

    /** The disk as a quantity of Kubernetes. */
    String disk() {
        return mebibytes(diskBytes);
    }

    private static String mebibytes(long bytes) {
        return Math.ceilDiv(bytes, MEBIBYTE) + "Mi";
    }
}
