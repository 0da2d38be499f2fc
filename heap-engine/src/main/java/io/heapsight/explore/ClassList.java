/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.Comparator;
import java.util.List;

/**
 * Lists the classes of a dump.
 *
 * @param total number of classes
 */
public record ClassList(List<Row> rows, long total) {
    /**
     * One row of a list of classes.
     *
     * @param address of the class object; 0 if it is missing in the dump
     * @param loader 0 for the boot loader
     * @param objects reachable objects
     * @param bytes of the reachable objects
     * @param retainedBytes by the reachable objects, counting nothing twice
     * @param unreachableObjects including filler
     * @param unreachableBytes of the unreachable objects
     */
    public record Row(
            String name,
            long address,
            long loader,
            long objects,
            long bytes,
            long retainedBytes,
            long unreachableObjects,
            long unreachableBytes) {}

    /** The figure by which a list of classes is ordered, the largest first. */
    public enum Order {
        RETAINED,
        BYTES,
        OBJECTS,
        UNREACHABLE;

        public Comparator<Row> comparator() {
            return Comparator.comparingLong(this::figure)
                    .reversed()
                    .thenComparing(Row::name)
                    .thenComparingLong(Row::address);
        }

        private long figure(Row row) {
            return switch (this) {
                case RETAINED -> row.retainedBytes();
                case BYTES -> row.bytes();
                case OBJECTS -> row.objects();
                case UNREACHABLE -> row.unreachableBytes();
            };
        }
    }
}
