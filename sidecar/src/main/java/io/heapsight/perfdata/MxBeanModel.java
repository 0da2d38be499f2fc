/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import static io.heapsight.perfdata.CounterNames.COMPRESSED_CLASS_SPACE;
import static io.heapsight.perfdata.CounterNames.METASPACE;
import static io.heapsight.perfdata.CounterNames.space;

import io.heapsight.perfdata.MemoryPool.Area;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Models a JVM's heap from counters as its MXBeans describe it: memory pools and collectors under
 * the names of the MXBeans. Reading a number needs a few loads and allocates nothing.
 *
 * <p>The counters lack the code cache pools, the maximum of Metaspace and the two pools of
 * generational Shenandoah (but not its heap as a whole). They lack the cycles of ZGC; since JDK 17
 * they count its pauses. They also lack the cycles and pauses of Shenandoah, because its counters
 * count every phase. See {@link CounterUpdateTiming} for the age of values.
 */
public final class MxBeanModel {
    private static final int G1_CONCURRENT_BEAN_SINCE = 20;
    private static final int CONCURRENT = 2;

    private final Collector collector;
    private final int feature;
    private final List<MemoryPool> heapPools;
    private final List<MemoryPool> pools;
    private final List<CollectorCounts> collectors;
    private final List<CollectorCounts> pausing;
    private final DoubleSupplier wholeHeapUsed;
    private final DoubleSupplier wholeHeapCommitted;
    private final DoubleSupplier heapMax;
    private final DoubleSupplier[] pauses;

    private MxBeanModel(Counters counters) {
        CounterSuppliers values = new CounterSuppliers(counters);
        collector = Collector.of(counters);
        feature = JavaVersion.feature(counters).orElse(25);
        HeapPools heap = new HeapPools(values, feature);
        heapPools = heap.of(collector);
        pools = new ArrayList<>(heapPools);
        pools.addAll(classPools(values));
        collectors = collectors(values);
        pausing = pausing(values);
        wholeHeapUsed = heap.used(space(1, 0));
        wholeHeapCommitted = heap.committedOfWhole(collector);
        heapMax = heap.maxOf(collector);
        pauses = pauses(collector, values);
    }

    /** Creates the model for the JVM of these counters. */
    public static MxBeanModel of(Counters counters) {
        return new MxBeanModel(counters);
    }

    public Collector collector() {
        return collector;
    }

    /** The target's Java version: 8, 11, …; 25 if the counters don't contain it. */
    public int feature() {
        return feature;
    }

    /** The pools in the counters, heap pools first. */
    public List<MemoryPool> pools() {
        return List.copyOf(pools);
    }

    /** The pool of the old generation; empty if the heap has none, or the counters lack it. */
    public Optional<MemoryPool> oldPool() {
        return heapPools.stream()
                .filter(pool -> pool.name().contains("Old") || pool.name().startsWith("Tenured"))
                .findFirst();
    }

    /** The collectors in the counters, young first. */
    public List<CollectorCounts> collectors() {
        return List.copyOf(collectors);
    }

    /**
     * The collectors whose counters count each pause once: {@link #collectors}, and G1's concurrent
     * cycles, which have no MXBean before JDK 20.
     */
    public List<CollectorCounts> pausing() {
        return List.copyOf(pausing);
    }

    /** Whether a collector's pauses belong to a concurrent cycle without a GC cause, as in G1. */
    public boolean isWithoutCause(CollectorCounts of) {
        return collector == Collector.G1 && of.number() == CONCURRENT;
    }

    /** Returns when HotSpot updates a space's use. */
    public CounterUpdateTiming freshness(GcutilSpace space) {
        return CounterUpdateTiming.of(collector, feature, space);
    }

    public double heapUsedBytes() {
        return heapPools.isEmpty()
                ? wholeHeapUsed.getAsDouble()
                : sum(heapPools, MemoryPool::usedBytes);
    }

    public double heapCommittedBytes() {
        return heapPools.isEmpty()
                ? wholeHeapCommitted.getAsDouble()
                : sum(heapPools, MemoryPool::committedBytes);
    }

    /**
     * The maximum heap size minus the survivor space that must stay empty, as computed by the
     * MemoryMXBean. (For Parallel up to JDK 25 it may differ by the shrinkage of the survivor
     * spaces.)
     */
    public double heapMaxBytes() {
        return heapMax.getAsDouble();
    }

    /**
     * Seconds in which all collectors of the JVM stopped the program, including collectors without
     * an MXBean. Shenandoah's counters include concurrent phases, so the seconds in all safepoints
     * replace them as an upper bound. (ZGC has no counters on JDK 11.)
     */
    public double stopTheWorldSeconds() {
        double seconds = 0;
        for (DoubleSupplier pause : pauses) {
            seconds += pause.getAsDouble();
        }
        return seconds;
    }

    private List<CollectorCounts> collectors(CounterSuppliers values) {
        return switch (collector) {
            case SERIAL -> List.of(gc("Copy", 0, values), gc("MarkSweepCompact", 1, values));
            case PAR_NEW -> List.of(gc("ParNew", 0, values), gc("MarkSweepCompact", 1, values));
            case CMS -> List.of(gc("ParNew", 0, values), gc("ConcurrentMarkSweep", 1, values));
            case PARALLEL -> List.of(gc("PS Scavenge", 0, values), gc("PS MarkSweep", 1, values));
            case G1 -> g1(values);
            case ZGC ->
                    values.has(invocations(2)) ? List.of(gc("ZGC Pauses", 2, values)) : List.of();
            case ZGC_GENERATIONAL ->
                    List.of(gc("ZGC Minor Pauses", 0, values), gc("ZGC Major Pauses", 2, values));
            case SHENANDOAH, SHENANDOAH_GENERATIONAL, EPSILON, UNKNOWN -> List.of();
        };
    }

    /**
     * The collectors of G1. JDK 11 counts the pauses of concurrent cycles; its MXBeans do so only
     * since JDK 20.
     */
    private List<CollectorCounts> g1(CounterSuppliers values) {
        CollectorCounts young = gc("G1 Young Generation", 0, values);
        CollectorCounts full = gc("G1 Old Generation", 1, values);
        return feature < G1_CONCURRENT_BEAN_SINCE
                ? List.of(young, full)
                : List.of(young, gc("G1 Concurrent GC", CONCURRENT, values), full);
    }

    private List<CollectorCounts> pausing(CounterSuppliers values) {
        List<CollectorCounts> all = new ArrayList<>(collectors);
        if (collector == Collector.G1
                && feature < G1_CONCURRENT_BEAN_SINCE
                && values.has(invocations(CONCURRENT))) {
            all.add(gc("G1 Concurrent GC", CONCURRENT, values));
        }
        return all;
    }

    private static CollectorCounts gc(String name, int number, CounterSuppliers values) {
        return new CollectorCounts(
                name, number, values.of(invocations(number)), values.seconds(time(number)));
    }

    private static List<MemoryPool> classPools(CounterSuppliers values) {
        List<MemoryPool> pools = new ArrayList<>();
        if (values.has(METASPACE + ".used")) {
            pools.add(classPool("Metaspace", METASPACE, CounterSuppliers.NONE, values));
        }
        DoubleSupplier max = values.of(COMPRESSED_CLASS_SPACE + ".maxCapacity");
        if (max.getAsDouble() > 0) {
            pools.add(classPool("Compressed Class Space", COMPRESSED_CLASS_SPACE, max, values));
        }
        return pools;
    }

    private static MemoryPool classPool(
            String name, String counter, DoubleSupplier max, CounterSuppliers values) {
        return new MemoryPool(
                name,
                Area.NONHEAP,
                values.of(counter + ".used"),
                values.of(counter + ".capacity"),
                max);
    }

    private static DoubleSupplier[] pauses(Collector collector, CounterSuppliers values) {
        if (collector.isShenandoah()) {
            return new DoubleSupplier[] {values.seconds(CounterNames.SAFEPOINT_TIME)};
        }
        List<DoubleSupplier> pauses = new ArrayList<>();
        for (int number = 0; number <= 2; number++) {
            if (values.has(time(number))) {
                pauses.add(values.seconds(time(number)));
            }
        }
        return pauses.toArray(DoubleSupplier[]::new);
    }

    private static double sum(List<MemoryPool> pools, ToDoubleFunction<MemoryPool> bytes) {
        double sum = 0;
        for (int i = 0; i < pools.size(); i++) {
            sum += bytes.applyAsDouble(pools.get(i));
        }
        return sum;
    }

    private static String invocations(int number) {
        return CounterNames.collector(number) + ".invocations";
    }

    private static String time(int number) {
        return CounterNames.collector(number) + ".time";
    }
}
