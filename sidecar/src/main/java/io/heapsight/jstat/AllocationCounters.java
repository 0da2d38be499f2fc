/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.CounterUpdateTiming;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.MxBeanModel;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * Reads the allocation counters of one JVM: a dozen loads, cheap enough for fifty times a second.
 * Not thread-safe.
 */
final class AllocationCounters {
    /**
     * Causes of collections that start with a full eden. In Parallel, a full collection follows
     * such a young one.
     */
    private static final Set<String> FULL_EDEN = Set.of("Allocation Failure", "Ergonomics");

    /** Word size of a 64-bit JVM, as in all images. */
    private static final int BYTES_OF_A_WORD = 8;

    /**
     * Earlier JDKs counted the size that a thread requested for a buffer. G1 hands out the rest of
     * a region, so it reported a third less. (Measured on 8, 11 and 17.)
     */
    private static final int BUFFERS_COUNTED_SINCE = 17;

    private static final long NANOS_UNTIL_COLLECTED = 5_000_000;

    private final Counters counters;
    private final AllocationMeter meter;
    private final AllocationMeter.Kind kind;
    private final boolean onlyOld;
    private final boolean edenLive;
    private final boolean oldTold;
    private final DoubleSupplier young;
    private final DoubleSupplier full;
    private final DoubleSupplier youngBegun;
    private final DoubleSupplier youngEnded;
    private final DoubleSupplier fullBegun;
    private final DoubleSupplier fullEnded;
    private final double nanosOfATick;
    private final DoubleSupplier bufferWords;
    private final DoubleSupplier bufferFills;
    private final DoubleSupplier outside;
    private final DoubleSupplier edenUsed;
    private final DoubleSupplier edenCapacity;
    private final DoubleSupplier oldUsed;
    private long nextLook;

    /**
     * Reads counters.
     *
     * @param meter of the same JVM, reused if the JVM has added counters
     */
    AllocationCounters(Counters counters, MxBeanModel model, AllocationMeter meter) {
        this.counters = counters;
        this.meter = meter;
        nextLook = System.nanoTime();
        kind = AllocationMeter.Kind.of(model.collector());
        onlyOld = model.collector() == Collector.EPSILON;
        edenLive = model.freshness(GcutilSpace.E).isFresh();
        oldTold = model.freshness(GcutilSpace.O) != CounterUpdateTiming.NEVER;
        young = number(CounterNames.collector(0) + ".invocations", 0);
        full =
                model.collector() == Collector.CMS
                        ? () -> 0 // counts its cycles, which don't touch eden
                        : number(CounterNames.collector(1) + ".invocations", 0);
        youngBegun = number(CounterNames.collector(0) + ".lastEntryTime", 0);
        youngEnded = number(CounterNames.collector(0) + ".lastExitTime", 0);
        fullBegun = number(CounterNames.collector(1) + ".lastEntryTime", 0);
        fullEnded = number(CounterNames.collector(1) + ".lastExitTime", 0);
        nanosOfATick = 1e9 / counters.number(CounterNames.TICKS_PER_SECOND, 0);
        bufferWords =
                kind == AllocationMeter.Kind.FILLED || model.feature() >= BUFFERS_COUNTED_SINCE
                        ? number(CounterNames.TLAB_WORDS, Double.NaN)
                        : () -> Double.NaN;
        bufferFills = number(CounterNames.TLAB_FILLS, Double.NaN);
        outside = number(CounterNames.TLAB_OUTSIDE, Double.NaN);
        edenUsed = number(GcutilSpace.E.usedCounter(), Double.NaN);
        edenCapacity = number(GcutilSpace.E.capacityCounter(), Double.NaN);
        oldUsed = number(GcutilSpace.O.usedCounter(), Double.NaN);
    }

    /** Whether the counters show allocation. */
    boolean areTold() {
        return onlyOld
                || (kind != AllocationMeter.Kind.UNKNOWN
                        && !Double.isNaN(edenUsed.getAsDouble() + edenCapacity.getAsDouble()));
    }

    AllocationMeter meter() {
        return meter;
    }

    /** Stores the values in a sample. */
    void read(SampleValues values) {
        if (areTold()) {
            values.set(SampleField.ALLOCATED_BYTES, meter.allocatedBytes());
            values.set(SampleField.PROMOTED_BYTES, meter.promotedBytes());
            values.set(SampleField.ALLOCATION_ERROR_BYTES, meter.errorBytes());
            values.set(SampleField.ALLOCATION_UNSEEN_BYTES, meter.unseenBytes());
        }
    }

    /** Time until {@link #look} is due, in nanoseconds from now; 0 or less if it is due. */
    long nanosUntilLook(long nanos) {
        return areTold() ? nextLook - nanos : Long.MAX_VALUE;
    }

    /** Time from the last reading to the next one, in nanoseconds. */
    long lookInterval() {
        return areTold() ? meter.nanosUntilNextLook() : 0;
    }

    /** Reads the counters, except during a collection, which updates them one after the other. */
    void look(long nanos) {
        if (isCollecting()) {
            nextLook = nanos + NANOS_UNTIL_COLLECTED;
            return;
        }
        meter.look(
                new AllocationMeter.Look(
                        nanos,
                        young.getAsDouble(),
                        full.getAsDouble(),
                        lastCollection(),
                        new AllocationMeter.Buffers(
                                bufferWords.getAsDouble() * BYTES_OF_A_WORD,
                                bufferFills.getAsDouble(),
                                outside.getAsDouble()),
                        edenLive ? edenUsed.getAsDouble() : Double.NaN,
                        edenCapacity.getAsDouble(),
                        oldTold ? oldUsed.getAsDouble() : Double.NaN),
                this::isFullEden);
        nextLook = nanos + meter.nanosUntilNextLook();
    }

    /** Times of the last collection, young or full. */
    private JvmClockOffset.Times lastCollection() {
        boolean wasFull = fullEnded.getAsDouble() > youngEnded.getAsDouble();
        double begun = (wasFull ? fullBegun : youngBegun).getAsDouble();
        double ended = (wasFull ? fullEnded : youngEnded).getAsDouble();
        return new JvmClockOffset.Times(begun * nanosOfATick, ended * nanosOfATick);
    }

    private boolean isCollecting() {
        return youngBegun.getAsDouble() > youngEnded.getAsDouble()
                || fullBegun.getAsDouble() > fullEnded.getAsDouble();
    }

    private boolean isFullEden() {
        String last = counters.text(CounterNames.GC_LAST_CAUSE);
        String now = counters.text(CounterNames.GC_CAUSE);
        return FULL_EDEN.contains(last == null ? "" : last)
                || FULL_EDEN.contains(now == null ? "" : now);
    }

    private DoubleSupplier number(String name, double absent) {
        return counters.find(name) instanceof LongCounter counter ? counter::value : () -> absent;
    }
}
