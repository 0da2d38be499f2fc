/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.Optional;

/**
 * Some objects, each counted once: those of a dump, or those of a class.
 *
 * @param split empty when the dump was read for a histogram only
 */
public record Totals(Total all, Optional<Split> split) {
    /**
     * How objects divide.
     *
     * @param reachable from the GC roots, referents of every strength followed
     * @param unreachable by what the dump tells, as Eclipse MAT counts
     * @param garbage of the unreachable objects those that HotSpot can't hold either
     * @param filler what the JVM put into unused pieces of thread-local buffers and regions, so
     *     that the heap can be walked; not garbage: no program ever allocated it
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

    /** Objects of which nobody asked whether they are reachable. */
    public static Totals counted(Total all) {
        return new Totals(all, Optional.empty());
    }

    public static Totals of(Total reachable, Total unreachable, Total garbage, Total filler) {
        Split split = new Split(reachable, unreachable, garbage, filler);
        return new Totals(split.sum(), Optional.of(split));
    }
}
