/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.Optional;

/**
 * Objects of a dump or of a class, each counted once.
 *
 * @param split empty if the dump was read for a histogram only
 */
public record Totals(Total all, Optional<Split> split) {
    /**
     * The objects by reachability.
     *
     * @param reachable from the GC roots, through references of every strength
     * @param unreachable according to the dump, as counted by Eclipse MAT
     * @param garbage the unreachable objects that HotSpot cannot hold either
     * @param filler written by the JVM into unused parts of thread-local buffers and regions, so
     *     that the heap can be walked. No garbage, because the program never allocated it
     */
    public record Split(Total reachable, Total unreachable, Total garbage, Total filler) {
        Total sum() {
            return reachable.plus(unreachable).plus(filler);
        }
    }

    public Totals {
        if (split.isPresent() && !all.equals(split.get().sum())) {
            throw new IllegalArgumentException(all + " is not the sum of " + split.get());
        }
    }

    /** Objects of unknown reachability. */
    public static Totals counted(Total all) {
        return new Totals(all, Optional.empty());
    }

    public static Totals of(Total reachable, Total unreachable, Total garbage, Total filler) {
        Split split = new Split(reachable, unreachable, garbage, filler);
        return new Totals(split.sum(), Optional.of(split));
    }

    /**
     * The unreachable share of a heap, 0 to 1; 0 for an empty heap. The program did not allocate
     * the filler, so neither figure includes it.
     *
     * @param bytes of unreachable objects
     * @param heapBytes all bytes except filler
     */
    public static double unreachableShare(long bytes, long heapBytes) {
        return heapBytes <= 0 ? 0 : (double) bytes / heapBytes;
    }
}
