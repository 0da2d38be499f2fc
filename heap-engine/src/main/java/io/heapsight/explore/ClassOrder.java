/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.Comparator;

/** The figure by which a list of classes is ordered, the largest first. */
public enum ClassOrder {
    RETAINED,
    BYTES,
    OBJECTS,
    UNREACHABLE;

    public Comparator<ClassFigure> comparator() {
        return Comparator.comparingLong(this::figure)
                .reversed()
                .thenComparing(ClassFigure::name)
                .thenComparingLong(ClassFigure::address);
    }

    private long figure(ClassFigure row) {
        return switch (this) {
            case RETAINED -> row.retainedBytes();
            case BYTES -> row.bytes();
            case OBJECTS -> row.objects();
            case UNREACHABLE -> row.unreachableBytes();
        };
    }
}
