/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.CounterUpdateTiming;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.safepoint.GcPauseCounters;
import io.heapsight.safepoint.GcPauses;
import io.heapsight.safepoint.SafepointCounters;
import io.heapsight.safepoint.Safepoints;
import io.heapsight.safepoint.StoppedTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a sample's figures from the counters of one JVM. It looks up each field's counter once;
 * after that, a reading consists of loads and divisions.
 *
 * <p>Not thread-safe.
 */
final class CounterReader {
    private final Counters counters;
    private final int known;
    private final MxBeanModel model;
    private final Map<SampleField, DoubleSupplier> sources = new EnumMap<>(SampleField.class);
    private final Set<GcutilSpace> fresh = EnumSet.noneOf(GcutilSpace.class);
    private final AllocationCounters allocation;
    private final LiveSetCounters liveSet;
    private final GcPauseCounters pauses;
    private final SafepointCounters safepoints;

    /**
     * Maximum number of readings of a sample: back-to-back collections could otherwise prevent its
     * end.
     */
    private static final int MOST_READS = 3;

    /** The heap's counters may be read early, by their interval divided by this number. */
    private static final int EARLY_PART = 3;

    private record Generation(DoubleSupplier used, DoubleSupplier capacity) {}

    /**
     * Looks up the counters.
     *
     * @param before the previous reader of the same JVM, which has since added counters; null for
     *     none
     */
    CounterReader(Counters counters, @Nullable CounterReader before) {
        this.counters = counters;
        this.known = counters.all().size();
        this.model = MxBeanModel.of(counters);
        boolean goesOn =
                before != null
                        && before.counters.equals(counters)
                        && before.model.collector() == model.collector();
        allocation =
                new AllocationCounters(
                        counters,
                        model,
                        before != null && goesOn
                                ? before.allocation.meter()
                                : new AllocationMeter(AllocationMeter.Kind.of(model.collector())));
        liveSet =
                new LiveSetCounters(
                        counters,
                        model,
                        before != null && goesOn
                                ? before.liveSet.meter()
                                : new LiveSetMeter(LiveSetMeter.Kind.of(model.collector())));
        pauses =
                new GcPauseCounters(
                        counters, model, before != null && goesOn ? before.pauses : null);
        safepoints =
                new SafepointCounters(
                        counters, model, before != null && goesOn ? before.safepoints : null);
        for (GcutilSpace space : GcutilSpace.values()) {
            if (model.freshness(space).isFresh()) {
                fresh.add(space);
            }
        }
        memory();
        percentages();
        capacities();
        runtime();
    }

    /** Returns whether this reader reads these counters, and the JVM has not added any since. */
    boolean reads(Counters others) {
        return counters.equals(others) && counters.all().size() == known;
    }

    /** Spaces whose counters are current. */
    Set<GcutilSpace> fresh() {
        return fresh;
    }

    CounterUpdateTiming freshness(GcutilSpace space) {
        return model.freshness(space);
    }

    /** Stores every field that comes from counters. */
    void read(SampleValues values) {
        double sequence = liveSet.sequence();
        readOnce(values);
        for (int i = 0; i < MOST_READS && sequence != liveSet.sequence(); i++) {
            sequence = liveSet.sequence();
            readOnce(values); // a collection has changed the counters
        }
        allocation.read(values);
        values.set(SampleField.GC_LONGEST_PAUSE_SECONDS, pauses.takeLongest());
        values.set(SampleField.SAFEPOINT_LONGEST_SECONDS, safepoints.takeLongest());
    }

    private void readOnce(SampleValues values) {
        for (Map.Entry<SampleField, DoubleSupplier> source : sources.entrySet()) {
            values.set(source.getKey(), source.getValue().getAsDouble());
        }
    }

    /** The live set from the readings so far. */
    LiveSetCounters liveSet() {
        return liveSet;
    }

    /**
     * Reads counters that each collection overwrites; called more often than the sample interval.
     */
    void look(long nanos) {
        allocation.look(nanos);
        liveSet.look(nanos);
        pauses.look();
        safepoints.look(nanos);
    }

    /**
     * Reads the counters if a reading is due.
     *
     * @return time until the next reading, in nanoseconds from now
     */
    long lookWhenDue(long nanos) {
        long wait = nanosUntilLook(nanos);
        if (wait > 0) {
            return wait;
        }
        if (isHeapLookNear(nanos)) {
            look(nanos);
        } else {
            safepoints.look(nanos); // the most frequent one, and the cheapest
        }
        return nanosUntilLook(nanos);
    }

    private long nanosUntilLook(long nanos) {
        return Math.min(safepoints.nanosUntilLook(nanos), nanosUntilHeapLook(nanos));
    }

    /**
     * Returns whether a reading of the heap's counters is due, or almost: two readings at once use
     * less CPU than two wake-ups.
     */
    private boolean isHeapLookNear(long nanos) {
        return nanosUntilHeapLook(nanos) <= allocation.lookInterval() / EARLY_PART;
    }

    private long nanosUntilHeapLook(long nanos) {
        return Math.min(allocation.nanosUntilLook(nanos), liveSet.nanosUntilLook(nanos));
    }

    List<Sample.Pool> pools() {
        List<Sample.Pool> pools = new ArrayList<>();
        for (MemoryPool pool : model.pools()) {
            if (pool.area() == MemoryPool.Area.HEAP || pool.committedBytes() > 0) {
                pools.add(Sample.Pool.of(pool));
            }
        }
        return pools;
    }

    List<Sample.Collector> collectors() {
        return model.collectors().stream().map(Sample.Collector::of).toList();
    }

    GcPauses pauses() {
        return pauses.pauses();
    }

    @Nullable Safepoints safepoints() {
        return safepoints.safepoints();
    }

    private void memory() {
        sources.put(SampleField.HEAP_USED_BYTES, model::heapUsedBytes);
        sources.put(SampleField.HEAP_COMMITTED_BYTES, model::heapCommittedBytes);
        sources.put(SampleField.HEAP_MAX_BYTES, model::heapMaxBytes);
        sources.put(SampleField.NONHEAP_USED_BYTES, known(CounterNames.METASPACE, ".used"));
        sources.put(
                SampleField.NONHEAP_COMMITTED_BYTES, known(CounterNames.METASPACE, ".capacity"));
        sources.put(SampleField.GC_PAUSE_SECONDS, model::stopTheWorldSeconds);
    }

    private void percentages() {
        percentage(SampleField.SURVIVOR_0_PERCENT, GcutilSpace.S0);
        percentage(SampleField.SURVIVOR_1_PERCENT, GcutilSpace.S1);
        percentage(SampleField.EDEN_PERCENT, GcutilSpace.E);
        percentage(SampleField.OLD_PERCENT, GcutilSpace.O);
        percentage(SampleField.METASPACE_PERCENT, GcutilSpace.M);
        percentage(SampleField.CLASS_SPACE_PERCENT, GcutilSpace.CCS);
    }

    private void percentage(SampleField field, GcutilSpace space) {
        Generation generation = generation(space);
        sources.put(
                field,
                () -> {
                    double capacity = generation.capacity.getAsDouble();
                    return capacity == 0
                            ? Double.NaN
                            : 100 * generation.used.getAsDouble() / capacity;
                });
    }

    private void capacities() {
        String meta = CounterNames.METASPACE;
        sources.put(SampleField.METASPACE_MIN_CAPACITY_BYTES, known(meta, ".minCapacity"));
        sources.put(SampleField.METASPACE_MAX_CAPACITY_BYTES, known(meta, ".maxCapacity"));
        sources.put(SampleField.METASPACE_CAPACITY_BYTES, known(meta, ".capacity"));
        String classes = CounterNames.COMPRESSED_CLASS_SPACE;
        sources.put(SampleField.CLASS_SPACE_MIN_CAPACITY_BYTES, known(classes, ".minCapacity"));
        sources.put(SampleField.CLASS_SPACE_MAX_CAPACITY_BYTES, known(classes, ".maxCapacity"));
        sources.put(SampleField.CLASS_SPACE_CAPACITY_BYTES, known(classes, ".capacity"));
    }

    /**
     * A figure of metaspace; missing until the first collection writes its counters, which are 0
     * before.
     */
    private DoubleSupplier known(String space, String figure) {
        DoubleSupplier capacity = number(space + ".capacity");
        DoubleSupplier value = number(space + figure);
        return () -> capacity.getAsDouble() == 0 ? Double.NaN : value.getAsDouble();
    }

    private void runtime() {
        sources.put(SampleField.SAFEPOINT_SECONDS, StoppedTime.seconds(counters));
        sources.put(SampleField.SAFEPOINT_SYNC_SECONDS, seconds(CounterNames.SAFEPOINT_SYNC_TIME));
        sources.put(
                SampleField.CLASSES_LOADED,
                sum(CounterNames.CLASSES_LOADED, CounterNames.CLASSES_LOADED_SHARED));
        sources.put(
                SampleField.CLASSES_UNLOADED,
                sum(CounterNames.CLASSES_UNLOADED, CounterNames.CLASSES_UNLOADED_SHARED));
        sources.put(SampleField.THREADS, number(CounterNames.THREADS_LIVE));
        sources.put(SampleField.THREADS_DAEMON, number(CounterNames.THREADS_DAEMON));
        sources.put(SampleField.THREADS_PEAK, number(CounterNames.THREADS_PEAK));
        sources.put(SampleField.THREADS_STARTED, number(CounterNames.THREADS_STARTED));
        sources.put(SampleField.COMPILATION_SECONDS, seconds(CounterNames.COMPILE_TIME));
    }

    private Generation generation(GcutilSpace space) {
        return new Generation(number(space.usedCounter()), number(space.capacityCounter()));
    }

    private DoubleSupplier number(String name) {
        return counters.find(name) instanceof LongCounter counter
                ? counter::value
                : CounterReader::none;
    }

    private DoubleSupplier seconds(String name) {
        DoubleSupplier ticks = number(name);
        long frequency = counters.number(CounterNames.TICKS_PER_SECOND, 0);
        return frequency <= 0 ? CounterReader::none : () -> ticks.getAsDouble() / frequency;
    }

    /** Adds two counters. The second one is missing without a class data archive. */
    private DoubleSupplier sum(String first, String second) {
        DoubleSupplier one = number(first);
        return counters.find(second) instanceof LongCounter other
                ? () -> one.getAsDouble() + other.value()
                : one;
    }

    private static double none() {
        return Double.NaN;
    }
}
