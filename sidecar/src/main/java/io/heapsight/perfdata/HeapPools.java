/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import static io.heapsight.perfdata.CounterNames.generation;
import static io.heapsight.perfdata.CounterNames.space;
import static io.heapsight.perfdata.CounterSuppliers.NONE;
import static io.heapsight.perfdata.CounterSuppliers.larger;
import static io.heapsight.perfdata.CounterSuppliers.minus;
import static io.heapsight.perfdata.CounterSuppliers.sum;
import static io.heapsight.perfdata.CounterSuppliers.unpadded;

import io.heapsight.perfdata.MemoryPool.Area;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Maps the memory pools of each collector to the counters of their sizes. */
final class HeapPools {
    private static final String EDEN = space(0, 0);
    private static final String SURVIVOR_0 = space(0, 1);
    private static final String SURVIVOR_1 = space(0, 2);
    private static final String OLD = space(1, 0);

    /** First release in which the MXBean subtracts the largest survivor space of Parallel. */
    private static final int FIRST_WITH_FLEXIBLE_SURVIVORS = 26;

    /** Serial's minimum survivor space: SpaceAlignment. */
    private static final int LEAST_SURVIVOR = 64 * 1024;

    private final CounterSuppliers values;
    private final boolean flexibleSurvivors;

    HeapPools(CounterSuppliers values, int feature) {
        this.values = values;
        flexibleSurvivors = feature >= FIRST_WITH_FLEXIBLE_SURVIVORS;
    }

    /** The pools of the heap; empty if the counters only contain the heap as a whole. */
    List<MemoryPool> of(Collector collector) {
        return switch (collector) {
            case SERIAL -> generations("Eden Space", "Survivor Space", "Tenured Gen");
            case PAR_NEW -> generations("Par Eden Space", "Par Survivor Space", "Tenured Gen");
            case CMS -> generations("Par Eden Space", "Par Survivor Space", "CMS Old Gen");
            case PARALLEL -> parallel();
            case G1 -> g1();
            case ZGC -> List.of(pool("ZHeap", OLD, max(OLD)));
            case ZGC_GENERATIONAL ->
                    List.of(
                            pool("ZGC Young Generation", EDEN, max(EDEN)),
                            pool("ZGC Old Generation", OLD, max(OLD)));
            case SHENANDOAH -> shenandoah();
            case EPSILON -> List.of(pool("Epsilon Heap", OLD, max(OLD)));
            case SHENANDOAH_GENERATIONAL, UNKNOWN -> List.of();
        };
    }

    /** The maximum heap size minus the survivor space that must stay empty. */
    DoubleSupplier maxOf(Collector collector) {
        DoubleSupplier both = sum(max(generation(0)), max(generation(1)));
        return switch (collector) {
            case SERIAL, PAR_NEW, CMS ->
                    minus(both, flexibleSurvivors ? HeapPools::leastSurvivor : max(SURVIVOR_0));
            case PARALLEL ->
                    minus(
                            both,
                            flexibleSurvivors
                                    ? max(SURVIVOR_0)
                                    : larger(capacity(SURVIVOR_0), capacity(SURVIVOR_1)));
            case G1 -> unpadded(max(generation(1)));
            case ZGC, ZGC_GENERATIONAL, SHENANDOAH, SHENANDOAH_GENERATIONAL, EPSILON, UNKNOWN ->
                    max(generation(1));
        };
    }

    private static double leastSurvivor() {
        return LEAST_SURVIVOR;
    }

    /** The committed size of the heap, for collectors with at most one pool in the counters. */
    DoubleSupplier committedOfWhole(Collector collector) {
        return switch (collector) {
            case SHENANDOAH, SHENANDOAH_GENERATIONAL -> capacity(generation(1));
            case SERIAL, PAR_NEW, CMS, PARALLEL, G1, ZGC, ZGC_GENERATIONAL, EPSILON, UNKNOWN ->
                    capacity(OLD);
        };
    }

    DoubleSupplier used(String space) {
        return values.of(space + ".used");
    }

    DoubleSupplier capacity(String space) {
        return values.of(space + ".capacity");
    }

    private DoubleSupplier max(String space) {
        return values.of(space + ".maxCapacity");
    }

    private MemoryPool pool(String name, String space, DoubleSupplier max) {
        return new MemoryPool(name, Area.HEAP, used(space), capacity(space), max);
    }

    private List<MemoryPool> generations(String eden, String survivor, String old) {
        return List.of(
                pool(eden, EDEN, max(EDEN)),
                survivor(survivor, capacity(SURVIVOR_0), max(SURVIVOR_0)),
                pool(old, OLD, max(OLD)));
    }

    /** The survivor space that the MXBean shows; the other one is empty. */
    private MemoryPool survivor(String name, DoubleSupplier committed, DoubleSupplier max) {
        return new MemoryPool(
                name, Area.HEAP, sum(used(SURVIVOR_0), used(SURVIVOR_1)), committed, max);
    }

    /**
     * The pools of Parallel. Eden may grow into the rest of the survivor spaces, which may differ
     * in size.
     */
    private List<MemoryPool> parallel() {
        DoubleSupplier used0 = used(SURVIVOR_0);
        DoubleSupplier used1 = used(SURVIVOR_1);
        DoubleSupplier capacity0 = capacity(SURVIVOR_0);
        DoubleSupplier capacity1 = capacity(SURVIVOR_1);
        DoubleSupplier inUse =
                () ->
                        used1.getAsDouble() > used0.getAsDouble()
                                ? capacity1.getAsDouble()
                                : capacity0.getAsDouble();
        DoubleSupplier edenMax = minus(max(generation(0)), sum(capacity0, capacity1));
        return List.of(
                pool("PS Eden Space", EDEN, edenMax),
                survivor("PS Survivor Space", inUse, inUse),
                pool("PS Old Gen", OLD, max(OLD)));
    }

    /**
     * The pool of Shenandoah: the capacity of its space is the maximum, the capacity of its
     * generation the committed size.
     */
    private List<MemoryPool> shenandoah() {
        return List.of(
                new MemoryPool(
                        "Shenandoah",
                        Area.HEAP,
                        used(OLD),
                        committedOfWhole(Collector.SHENANDOAH),
                        max(OLD)));
    }

    /**
     * The pools of G1. Survivor space 0 is always empty; eden and survivors have no maximum of
     * their own.
     */
    private List<MemoryPool> g1() {
        return List.of(
                g1("G1 Eden Space", EDEN, NONE),
                g1("G1 Survivor Space", SURVIVOR_1, NONE),
                g1("G1 Old Gen", OLD, unpadded(max(generation(1)))));
    }

    private MemoryPool g1(String name, String space, DoubleSupplier max) {
        return new MemoryPool(name, Area.HEAP, used(space), unpadded(capacity(space)), max);
    }
}
