/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static io.heapsight.fleet.size.SizingFigure.ANON_BYTES;
import static io.heapsight.fleet.size.SizingFigure.CPU_CORES;
import static io.heapsight.fleet.size.SizingFigure.CPU_LIMIT_CORES;
import static io.heapsight.fleet.size.SizingFigure.CPU_PERIODS;
import static io.heapsight.fleet.size.SizingFigure.CPU_REQUEST_CORES;
import static io.heapsight.fleet.size.SizingFigure.CPU_SECONDS;
import static io.heapsight.fleet.size.SizingFigure.GC_OVERHEAD_RATIO;
import static io.heapsight.fleet.size.SizingFigure.GC_PAUSE_SECONDS;
import static io.heapsight.fleet.size.SizingFigure.HEAP_AFTER_GC_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_COMMITTED_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_FLOOR_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_MAX_BYTES;
import static io.heapsight.fleet.size.SizingFigure.HEAP_USED_BYTES;
import static io.heapsight.fleet.size.SizingFigure.MEMORY_LIMIT_BYTES;
import static io.heapsight.fleet.size.SizingFigure.MEMORY_REQUEST_BYTES;
import static io.heapsight.fleet.size.SizingFigure.OOM_KILLED;
import static io.heapsight.fleet.size.SizingFigure.RESTARTS;
import static io.heapsight.fleet.size.SizingFigure.START_SECONDS;
import static io.heapsight.fleet.size.SizingFigure.THROTTLED_CORES;
import static io.heapsight.fleet.size.SizingFigure.THROTTLED_PERIODS;
import static io.heapsight.fleet.size.SizingFigure.WORKING_SET_BYTES;

import io.heapsight.fleet.Pod;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A pod with a made past of steps of ten minutes: a heap of 512 MiB in a limit and a request of 1
 * GiB, a live set of 100 MiB, 150 MiB outside the heap, two busy hours each day.
 */
public final class MadePod {
    private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
    private static final int STEP_SECONDS = 600;
    private static final double MEBIBYTE = 1 << 20;
    private static final double SECONDS_PER_DAY = 86_400;

    private final String name;
    private final Map<SizingFigure, DoubleUnaryOperator> figures =
            new EnumMap<>(SizingFigure.class);
    private final Random random;
    private double days = 7;
    private boolean hasExactReadings;

    public MadePod(String name) {
        this.name = name;
        random = new Random(name.hashCode());
        heap(512).live(_ -> 100).outside(150).limit(1024).request(1024).cores(0.2, 2);
        set(START_SECONDS, _ -> START.minusSeconds(86_400).getEpochSecond());
        set(GC_PAUSE_SECONDS, hours -> 3 * hours);
        set(GC_OVERHEAD_RATIO, _ -> 0.002);
        set(RESTARTS, _ -> 0);
    }

    /** Sets a figure by the hours since the start of the window. */
    public MadePod set(SizingFigure figure, DoubleUnaryOperator ofHours) {
        figures.put(figure, ofHours);
        return this;
    }

    public MadePod days(double value) {
        days = value;
        return this;
    }

    public MadePod heap(double mebibytes) {
        set(HEAP_MAX_BYTES, _ -> mebibytes * MEBIBYTE);
        set(HEAP_COMMITTED_BYTES, _ -> mebibytes * MEBIBYTE);
        return set(HEAP_USED_BYTES, _ -> 0.9 * mebibytes * MEBIBYTE);
    }

    /** Sets the live set in MiB by the hours since the start of the window. */
    public MadePod live(DoubleUnaryOperator mebibytes) {
        DoubleUnaryOperator bytes = hours -> mebibytes.applyAsDouble(hours) * MEBIBYTE;
        set(HEAP_FLOOR_BYTES, bytes);
        return set(HEAP_AFTER_GC_BYTES, bytes);
    }

    /** Sets the exact MiB of the old generation after its last collection. */
    public MadePod afterGc(DoubleUnaryOperator mebibytes) {
        hasExactReadings = true;
        return set(HEAP_AFTER_GC_BYTES, hours -> mebibytes.applyAsDouble(hours) * MEBIBYTE);
    }

    public MadePod outside(double mebibytes) {
        return outside(_ -> mebibytes);
    }

    /** Sets the memory outside the heap in MiB by the hours since the start of the window. */
    public MadePod outside(DoubleUnaryOperator mebibytes) {
        DoubleUnaryOperator used = Objects.requireNonNull(figures.get(HEAP_USED_BYTES));
        set(
                ANON_BYTES,
                hours -> used.applyAsDouble(hours) + mebibytes.applyAsDouble(hours) * MEBIBYTE);
        return set(
                WORKING_SET_BYTES,
                hours -> used.applyAsDouble(hours) + mebibytes.applyAsDouble(hours) * MEBIBYTE);
    }

    public MadePod limit(double mebibytes) {
        return set(MEMORY_LIMIT_BYTES, _ -> mebibytes * MEBIBYTE);
    }

    public MadePod request(double mebibytes) {
        return set(MEMORY_REQUEST_BYTES, _ -> mebibytes * MEBIBYTE);
    }

    /** Sets the usual CPUs, twice as many in two hours of each day, and the request. */
    public MadePod cores(double usual, double request) {
        set(CPU_SECONDS, hours -> 3600 * usual * (hours + busy(hours)));
        set(CPU_CORES, _ -> 2 * usual);
        return set(CPU_REQUEST_CORES, _ -> request);
    }

    private static double busy(double hours) {
        return 2 * Math.floor(hours / 24) + Math.clamp(hours % 24 - 12, 0, 2);
    }

    /** Sets a CPU limit, and the share of periods that it throttles. */
    public MadePod throttled(double limit, double ratio) {
        set(CPU_LIMIT_CORES, _ -> limit);
        set(CPU_PERIODS, hours -> 36_000 * hours);
        set(THROTTLED_PERIODS, hours -> 36_000 * ratio * hours);
        return set(THROTTLED_CORES, _ -> 0.3);
    }

    /** Kills it in the middle of the window. */
    public MadePod oomKilled() {
        set(RESTARTS, hours -> hours > days * 12 ? 1 : 0);
        return set(OOM_KILLED, hours -> hours > days * 12 ? 1 : Double.NaN);
    }

    /** Returns the past of a pod that does not run any more. */
    PodHistory gone() {
        PodHistory past = past();
        return new PodHistory(past.pod(), false, past.epochMillis(), past.figures());
    }

    public PodHistory past() {
        int steps = (int) (days * SECONDS_PER_DAY / STEP_SECONDS);
        long[] times = new long[steps];
        Map<SizingFigure, double[]> values = new EnumMap<>(SizingFigure.class);
        figures.keySet().forEach(figure -> values.put(figure, new double[steps]));
        for (int i = 0; i < steps; i++) {
            times[i] = START.plusSeconds((long) STEP_SECONDS * i).toEpochMilli();
            double hours = i * STEP_SECONDS / 3600.0;
            double noise = 1 + 0.005 * random.nextGaussian();
            for (Map.Entry<SizingFigure, DoubleUnaryOperator> each : figures.entrySet()) {
                double value = each.getValue().applyAsDouble(hours);
                Objects.requireNonNull(values.get(each.getKey()))[i] =
                        isNoisy(each.getKey()) ? noise * value : value;
            }
        }
        return new PodHistory(new Pod("shop", name), true, times, values);
    }

    private boolean isNoisy(SizingFigure figure) {
        return switch (figure) {
            case ANON_BYTES, WORKING_SET_BYTES, HEAP_FLOOR_BYTES -> true;
            case HEAP_AFTER_GC_BYTES -> !hasExactReadings;
            default -> false;
        };
    }
}
