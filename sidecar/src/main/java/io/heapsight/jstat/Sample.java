/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.perfdata.GarbageCollector;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.perfdata.Space;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** One sample of a target: its values at one tick. */
public final class Sample {
    private final long nanos;
    private final SampleValues values;
    private final List<Pool> pools;
    private final List<Collector> collectors;
    private final GcPauses pauses;
    private final Set<Space> fresh;

    /**
     * A memory pool; NaN for values that the counters lack.
     *
     * @param name of the target's MemoryPoolMXBean
     */
    public record Pool(String name, double usedBytes, double committedBytes, double maxBytes) {
        static Pool of(MemoryPool pool) {
            return new Pool(pool.name(), pool.usedBytes(), pool.committedBytes(), pool.maxBytes());
        }
    }

    /**
     * A garbage collector; NaN for values that the counters lack.
     *
     * @param name of the target's GarbageCollectorMXBean
     * @param count collections since the JVM's start
     * @param seconds in collections since the JVM's start
     */
    public record Collector(String name, double count, double seconds) {
        static Collector of(GarbageCollector collector) {
            return new Collector(collector.name(), collector.count(), collector.seconds());
        }
    }

    Sample(
            long nanos,
            SampleValues values,
            List<Pool> pools,
            List<Collector> collectors,
            GcPauses pauses,
            Set<Space> fresh) {
        this.nanos = nanos;
        this.values = values;
        this.pools = List.copyOf(pools);
        this.collectors = List.copyOf(collectors);
        this.pauses = pauses;
        this.fresh = fresh.isEmpty() ? EnumSet.noneOf(Space.class) : EnumSet.copyOf(fresh);
    }

    /** Time of the sample, by {@link io.heapsight.unit.SteadyClock#nanoTime}. */
    public long nanos() {
        return nanos;
    }

    /** The value of a field; NaN if the target doesn't provide it. */
    public double value(SampleField field) {
        return values.get(field);
    }

    /** Empty if the target has no counters. */
    public List<Pool> pools() {
        return pools;
    }

    /** Empty if the target has no counters. */
    public List<Collector> collectors() {
        return collectors;
    }

    /** Without collectors if the target has no counters of pauses. */
    public GcPauses pauses() {
        return pauses;
    }

    /** Whether the figure of a space is current, and not from the last collection. */
    public boolean isFresh(Space space) {
        return fresh.contains(space);
    }
}
