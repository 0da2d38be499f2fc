/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.CounterUpdateTiming;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.perfdata.StringCounter;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the counters that show heap use after collections. A reading is valid only outside a
 * collection. HotSpot updates the counters one after the other while {@code sun.gc.cause} contains
 * the cause. It resets the cause to "No GC" afterwards. The cause and the counts are read before
 * and after the values, as with a seqlock; an interrupted reading is repeated a little later.
 *
 * <p>Not thread-safe. A reading takes a dozen loads and allocates nothing.
 */
final class LiveSetCounters {
    private static final String NO_GC = "No GC";
    private static final int COLLECTORS = 3;
    private static final long NANOS_UNTIL_COLLECTED = 5_000_000;
    private static final long LEAST_LOOK_NANOS = 10_000_000;
    private static final long MOST_LOOK_NANOS = 1_000_000_000;

    /**
     * Readings per cycle: bounds the allocation between the end of a cycle and the next reading.
     */
    private static final int LOOKS_A_CYCLE = 400;

    private final LiveSetMeter meter;
    private final LiveSetMeter.Kind kind;
    private final LiveSetMeter.Look seen = new LiveSetMeter.Look();
    private final @Nullable StringCounter cause;
    private final @Nullable LongCounter[] counts = new LongCounter[COLLECTORS];
    private final @Nullable LongCounter[] entries = new LongCounter[COLLECTORS];
    private final @Nullable LongCounter[] exits = new LongCounter[COLLECTORS];
    private final @Nullable LongCounter young;
    private final @Nullable LongCounter full;
    private final @Nullable LongCounter concurrent;
    private final @Nullable LongCounter old;
    private final @Nullable LongCounter youngUsed;
    private final @Nullable LongCounter eden;
    private final @Nullable LongCounter survivor0;
    private final @Nullable LongCounter survivor1;
    private final DoubleSupplier max;
    private long nextLook;
    private long cycleEnded;

    /**
     * Reads counters.
     *
     * @param meter of the same JVM, reused if the JVM has added counters
     */
    LiveSetCounters(Counters counters, MxBeanModel model, LiveSetMeter meter) {
        this.meter = meter;
        Collector collector = model.collector();
        kind = LiveSetMeter.Kind.of(collector);
        cause = counters.find(CounterNames.GC_CAUSE) instanceof StringCounter text ? text : null;
        for (int i = 0; i < COLLECTORS; i++) {
            counts[i] = number(counters, CounterNames.collector(i) + ".invocations");
            entries[i] = number(counters, CounterNames.collector(i) + ".lastEntryTime");
            exits[i] = number(counters, CounterNames.collector(i) + ".lastExitTime");
        }
        boolean generations = kind == LiveSetMeter.Kind.FULL || kind == LiveSetMeter.Kind.LOW;
        boolean cyclesAsFull =
                collector == Collector.CMS
                        || collector == Collector.SHENANDOAH
                        || collector == Collector.SHENANDOAH_GENERATIONAL;
        young = counts[0];
        full = generations && !cyclesAsFull ? counts[1] : null;
        concurrent = counts[cyclesAsFull ? 1 : 2];
        old = number(counters, GcutilSpace.O.usedCounter());
        max =
                model.oldPool()
                        .<DoubleSupplier>map(pool -> pool::maxBytes)
                        .orElse(model::heapMaxBytes);
        youngUsed =
                collector == Collector.ZGC_GENERATIONAL
                        ? number(counters, GcutilSpace.E.usedCounter())
                        : null;
        eden =
                generations && model.freshness(GcutilSpace.E) == CounterUpdateTiming.AT_GC
                        ? number(counters, GcutilSpace.E.usedCounter())
                        : null;
        survivor0 = generations ? number(counters, GcutilSpace.S0.usedCounter()) : null;
        survivor1 = generations ? number(counters, GcutilSpace.S1.usedCounter()) : null;
        nextLook = System.nanoTime();
        cycleEnded = nextLook;
    }

    LiveSetMeter meter() {
        return meter;
    }

    /**
     * Use of the old generation after the last collection of any kind, as a share of its maximum;
     * or NaN.
     */
    double leftRatio() {
        return meter.leftBytes() / max.getAsDouble();
    }

    /** Whether {@code GC.heap_info} at a cycle's end shows more than the counters do. */
    boolean isRelocatedLater() {
        return kind == LiveSetMeter.Kind.RELOCATING;
    }

    /** Time until the next {@link #look} is due, in nanoseconds. */
    long nanosUntilLook(long nanos) {
        return kind == LiveSetMeter.Kind.NONE ? Long.MAX_VALUE : nextLook - nanos;
    }

    void look(long nanos) {
        if (kind == LiveSetMeter.Kind.NONE) {
            return;
        }
        double before = sequence();
        seen.collecting = isCollecting();
        seen.overtaken = value(entries[0], 0) > value(exits[1], 0);
        seen.young = value(young, 0);
        seen.full = value(full, 0);
        seen.concurrent = value(concurrent, Double.NaN);
        seen.oldBytes = value(old, Double.NaN);
        seen.youngBytes = value(youngUsed, 0);
        seen.edenBytes = value(eden, 0);
        seen.survivorBytes = value(survivor0, 0) + value(survivor1, 0);
        seen.collecting |= isCollecting() || sequence() != before;
        meter.look(seen);
        if (seen.collecting) {
            cycleEnded = nanos;
        }
        boolean soon = seen.collecting || meter.isAwaiting();
        nextLook = nanos + (soon ? NANOS_UNTIL_COLLECTED : interval(nanos));
    }

    /**
     * Interval of readings: only concurrent cycles are polled here; other collections are read
     * together with allocation.
     */
    private long interval(long nanos) {
        return kind.isCycle()
                ? Math.clamp(
                        (nanos - cycleEnded) / LOOKS_A_CYCLE, LEAST_LOOK_NANOS, MOST_LOOK_NANOS)
                : MOST_LOOK_NANOS;
    }

    /** A value that changes when a collection begins or ends. */
    double sequence() {
        double sum = 0;
        for (int i = 0; i < COLLECTORS; i++) {
            sum += value(counts[i], 0) + value(entries[i], 0) + value(exits[i], 0);
        }
        return sum;
    }

    private boolean isCollecting() {
        if (cause != null && !cause.is(NO_GC)) {
            return true;
        }
        boolean pauses = kind == LiveSetMeter.Kind.FULL || kind == LiveSetMeter.Kind.LOW;
        return pauses && (isIn(0) || isIn(1) || isIn(2));
    }

    private boolean isIn(int collector) {
        return value(entries[collector], 0) > value(exits[collector], 0);
    }

    private static @Nullable LongCounter number(Counters counters, String name) {
        return counters.find(name) instanceof LongCounter counter ? counter : null;
    }

    private static double value(@Nullable LongCounter counter, double absent) {
        return counter == null ? absent : counter.value();
    }
}
