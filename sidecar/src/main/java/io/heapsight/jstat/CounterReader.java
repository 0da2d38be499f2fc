/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.Freshness;
import io.heapsight.perfdata.GarbageCollector;
import io.heapsight.perfdata.GcModel;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.perfdata.Space;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a sample's figures from the counters of one JVM. Which counter feeds which signal is looked
 * up once; a reading is loads and divisions only.
 *
 * <p>Not thread-safe.
 */
final class CounterReader {
    private final Counters counters;
    private final int known;
    private final GcModel model;
    private final Map<Signal, DoubleSupplier> sources = new EnumMap<>(Signal.class);
    private final Set<Space> fresh = EnumSet.noneOf(Space.class);
    private final AllocationLooks allocation;

    private record Generation(DoubleSupplier used, DoubleSupplier capacity) {}

    /**
     * Reads counters.
     *
     * @param before that read the same JVM's counters before it added some; null for none
     */
    CounterReader(Counters counters, @Nullable CounterReader before) {
        this.counters = counters;
        this.known = counters.all().size();
        this.model = GcModel.of(counters);
        boolean goesOn =
                before != null
                        && before.counters.equals(counters)
                        && before.model.collector() == model.collector();
        allocation =
                new AllocationLooks(
                        counters,
                        model,
                        before != null && goesOn
                                ? before.allocation.meter()
                                : new AllocationMeter(AllocationMeter.Kind.of(model.collector())));
        for (Space space : Space.values()) {
            if (model.freshness(space).isFresh()) {
                fresh.add(space);
            }
        }
        memory();
        percentages();
        capacities();
        runtime();
    }

    /** Whether these are the counters that it reads, and the JVM has not added any since. */
    boolean reads(Counters others) {
        return counters.equals(others) && counters.all().size() == known;
    }

    /** Spaces whose counters follow the truth. */
    Set<Space> fresh() {
        return fresh;
    }

    Freshness freshness(Space space) {
        return model.freshness(space);
    }

    /** Puts every signal that comes from counters into its place. */
    void read(SignalRow signals) {
        for (Map.Entry<Signal, DoubleSupplier> source : sources.entrySet()) {
            signals.set(source.getKey(), source.getValue().getAsDouble());
        }
        allocation.read(signals);
    }

    /** What tells how much is allocated; to be looked at more often than read. */
    AllocationLooks allocation() {
        return allocation;
    }

    List<Sample.Pool> pools() {
        List<Sample.Pool> pools = new ArrayList<>();
        for (MemoryPool pool : model.pools()) {
            if (pool.area() == MemoryPool.Area.HEAP || pool.committedBytes() > 0) {
                pools.add(
                        new Sample.Pool(
                                pool.name(),
                                pool.usedBytes(),
                                pool.committedBytes(),
                                pool.maxBytes()));
            }
        }
        return pools;
    }

    List<Sample.Collector> collectors() {
        List<Sample.Collector> collectors = new ArrayList<>();
        for (GarbageCollector collector : model.collectors()) {
            collectors.add(
                    new Sample.Collector(collector.name(), collector.count(), collector.seconds()));
        }
        return collectors;
    }

    private void memory() {
        sources.put(Signal.HEAP_USED_BYTES, model::heapUsedBytes);
        sources.put(Signal.HEAP_COMMITTED_BYTES, model::heapCommittedBytes);
        sources.put(Signal.HEAP_MAX_BYTES, model::heapMaxBytes);
        sources.put(Signal.NONHEAP_USED_BYTES, known(CounterNames.METASPACE, ".used"));
        sources.put(Signal.NONHEAP_COMMITTED_BYTES, known(CounterNames.METASPACE, ".capacity"));
        sources.put(Signal.GC_PAUSE_SECONDS, model::stopTheWorldSeconds);
    }

    private void percentages() {
        percentage(Signal.SURVIVOR_0_PERCENT, Space.S0);
        percentage(Signal.SURVIVOR_1_PERCENT, Space.S1);
        percentage(Signal.EDEN_PERCENT, Space.E);
        percentage(Signal.OLD_PERCENT, Space.O);
        percentage(Signal.METASPACE_PERCENT, Space.M);
        percentage(Signal.CLASS_SPACE_PERCENT, Space.CCS);
    }

    private void percentage(Signal signal, Space space) {
        Generation generation = generation(space);
        sources.put(
                signal,
                () -> {
                    double capacity = generation.capacity.getAsDouble();
                    return capacity == 0
                            ? Double.NaN
                            : 100 * generation.used.getAsDouble() / capacity;
                });
    }

    private void capacities() {
        String meta = CounterNames.METASPACE;
        sources.put(Signal.METASPACE_MIN_CAPACITY_BYTES, known(meta, ".minCapacity"));
        sources.put(Signal.METASPACE_MAX_CAPACITY_BYTES, known(meta, ".maxCapacity"));
        sources.put(Signal.METASPACE_CAPACITY_BYTES, known(meta, ".capacity"));
        String classes = CounterNames.COMPRESSED_CLASS_SPACE;
        sources.put(Signal.CLASS_SPACE_MIN_CAPACITY_BYTES, known(classes, ".minCapacity"));
        sources.put(Signal.CLASS_SPACE_MAX_CAPACITY_BYTES, known(classes, ".maxCapacity"));
        sources.put(Signal.CLASS_SPACE_CAPACITY_BYTES, known(classes, ".capacity"));
    }

    /**
     * A figure of metaspace. Its counters are 0 until the first collection writes them: there is no
     * figure until then.
     */
    private DoubleSupplier known(String space, String figure) {
        DoubleSupplier capacity = number(space + ".capacity");
        DoubleSupplier value = number(space + figure);
        return () -> capacity.getAsDouble() == 0 ? Double.NaN : value.getAsDouble();
    }

    private void runtime() {
        sources.put(Signal.SAFEPOINT_SECONDS, seconds(CounterNames.SAFEPOINT_TIME));
        sources.put(Signal.SAFEPOINT_SYNC_SECONDS, seconds(CounterNames.SAFEPOINT_SYNC_TIME));
        sources.put(
                Signal.CLASSES_LOADED,
                sum(CounterNames.CLASSES_LOADED, CounterNames.CLASSES_LOADED_SHARED));
        sources.put(
                Signal.CLASSES_UNLOADED,
                sum(CounterNames.CLASSES_UNLOADED, CounterNames.CLASSES_UNLOADED_SHARED));
        sources.put(Signal.THREADS, number(CounterNames.THREADS_LIVE));
        sources.put(Signal.THREADS_DAEMON, number(CounterNames.THREADS_DAEMON));
        sources.put(Signal.THREADS_PEAK, number(CounterNames.THREADS_PEAK));
        sources.put(Signal.THREADS_STARTED, number(CounterNames.THREADS_STARTED));
        sources.put(Signal.COMPILATION_SECONDS, seconds(CounterNames.COMPILE_TIME));
    }

    private Generation generation(Space space) {
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

    /** The second counter is missing where there is no class data archive. */
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
