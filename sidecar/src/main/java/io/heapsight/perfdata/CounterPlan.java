/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prepared reading of many numbers of one file: their offsets are looked up once, then a reading
 * is a loop of loads into an array of the caller's, without allocation. For one thread at a time.
 */
public final class CounterPlan {
    /** Stands for a counter that the JVM does not have (yet), or that is no number. */
    public static final long ABSENT = Long.MIN_VALUE;

    private static final long NOWHERE = -1;

    private final PerfDataFile file;
    private final List<String> names;
    private final PerfMemory memory;
    private final long[] offsets;
    private long stamp;

    /** A plan to read these counters, in this order. */
    public CounterPlan(PerfDataFile file, List<String> names) {
        this.file = file;
        this.names = List.copyOf(names);
        memory = file.memory();
        offsets = new long[names.size()];
        stamp = file.modificationStamp();
        lookUp();
    }

    public int size() {
        return offsets.length;
    }

    /**
     * Reads all counters; those that the JVM adds in its lifetime are found when they come.
     *
     * @param values filled in the order of the names; {@link #ABSENT} where there is none
     * @return false when the counters are gone: closed, cut short, or another JVM's
     */
    public boolean read(long[] values) {
        if (values.length != offsets.length) {
            throw new IllegalArgumentException(
                    values.length + " values for " + offsets.length + " counters");
        }
        try {
            long now = file.modificationStamp();
            if (now != stamp) {
                file.refresh();
                lookUp();
                stamp = now;
            }
            memory.longsAt(offsets, values, ABSENT);
            return true;
        } catch (CountersGoneException | PerfDataException _) {
            return false;
        }
    }

    private void lookUp() {
        for (int i = 0; i < offsets.length; i++) {
            @Nullable PerfCounter counter = file.find(names.get(i));
            offsets[i] = counter instanceof MappedNumber number ? number.offset() : NOWHERE;
        }
    }
}
