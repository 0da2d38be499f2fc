/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.perfdata.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Estimates bytes allocated and promoted since the first reading, from the counters of one JVM.
 * HotSpot counts neither. A cycle lasts from one collection to the next. At its end, the meter
 * computes the cycle's volume from three sources: the buffers (TLABs) of threads, which the JVM
 * counts by cycle; the observed use of eden; and, if collections start when eden is full, eden's
 * capacity. Each cycle overwrites the values of the one before, so readings must be more frequent
 * than collections: {@link #nanosUntilNextLook}.
 *
 * <p>The error is bounded: {@link #errorBytes}.
 *
 * <p>Not thread-safe.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/gc/shared/threadLocalAllocBuffer.cpp">ThreadLocalAllocStats,
 *     which sets the counters sun.gc.tlab at each collection</a>
 */
final class AllocationMeter {
    /** The condition for a collection of eden, and the meaning of eden's counters. */
    enum Kind {
        /** A collection begins when an allocation doesn't fit into eden. */
        FILLED,
        /** Eden consists of regions; the collector chooses the time of a collection. */
        REGIONS,
        /** Only buffers are known; they miss 7 to 78 % (ZGC, measured on 17 to 25). */
        UNKNOWN;

        static Kind of(Collector collector) {
            return switch (collector) {
                case SERIAL, PAR_NEW, CMS, PARALLEL -> FILLED;
                case G1, EPSILON -> REGIONS;
                case ZGC, ZGC_GENERATIONAL, SHENANDOAH, SHENANDOAH_GENERATIONAL, UNKNOWN ->
                        Kind.UNKNOWN;
            };
        }
    }

    /**
     * The counters at one moment; NaN for missing counters.
     *
     * @param nanos of {@link System#nanoTime}
     * @param youngCollections since the JVM's start
     * @param fullCollections since the JVM's start
     * @param collected times of the last collection on the JVM's own clock
     * @param buffers of the cycle that ended with the last collection
     * @param edenUsedBytes now; NaN if the counter is stale
     * @param oldUsedBytes now, or after the last collection if the counter is stale
     */
    record Look(
            long nanos,
            double youngCollections,
            double fullCollections,
            JvmClockOffset.Times collected,
            Buffers buffers,
            double edenUsedBytes,
            double edenCapacityBytes,
            double oldUsedBytes) {}

    /**
     * The allocation of threads in one cycle.
     *
     * @param bytes total size of the buffers
     * @param fills number of buffers
     * @param outside allocations that didn't fit into a buffer
     */
    record Buffers(double bytes, double fills, double outside) {
        static final Buffers NONE = new Buffers(Double.NaN, Double.NaN, Double.NaN);

        boolean isKnown() {
            return !Double.isNaN(bytes);
        }

        boolean hasOutside() {
            return outside > 0;
        }
    }

    /** Whether the last collection began because eden was full. */
    @FunctionalInterface
    interface Cause {
        boolean isFullEden();
    }

    private static final long LEAST_LOOK_NANOS = 20_000_000;
    private static final long MOST_LOOK_NANOS = 1_000_000_000;
    private static final int LOOKS_A_CYCLE = 10;

    /** Maximum share of eden that is still free when an allocation doesn't fit. */
    private static final double MOST_LEFT_OVER = 0.15;

    /**
     * Error of an extrapolation, as a share. Errors have either sign: over many cycles they mostly
     * cancel.
     */
    private static final double ERROR_OF_EXTRAPOLATION = 0.25;

    private final Kind kind;
    private final JvmClockOffset clock = new JvmClockOffset();
    private @Nullable Look last;
    private long cycleBegan;
    private long lookInterval = LEAST_LOOK_NANOS;

    /** The highest observed use of eden in this cycle, and its time. */
    private double seen;

    private long seenNanos;
    private double seenAtFirst;

    /** The smallest step of eden's value: a region. */
    private double region = Double.POSITIVE_INFINITY;

    /** Bytes allocated in the old generation in this cycle. */
    private double large;

    private double lastVolume = Double.NaN;
    private double committed;
    private double promoted;
    private double error;
    private double most;

    AllocationMeter(Kind kind) {
        this.kind = kind;
    }

    /** Reads the counters. */
    void look(Look now, Cause cause) {
        Look before = last;
        last = now;
        if (before == null) {
            cycleBegan = now.nanos;
            seenNanos = now.nanos;
            seen = orZero(now.edenUsedBytes);
            seenAtFirst = seen;
            committed = -seen; // excludes bytes allocated before the first reading
            return;
        }
        double young = Math.max(0, now.youngCollections - before.youngCollections);
        double full = Math.max(0, now.fullCollections - before.fullCollections);
        if (young + full > 0) {
            end(before, now, young, full, cause);
        } else {
            goOn(before, now);
        }
    }

    private void goOn(Look before, Look now) {
        if (now.edenUsedBytes > seen) {
            region = Math.min(region, now.edenUsedBytes - seen);
            seen = now.edenUsedBytes;
            seenNanos = now.nanos;
        }
        double oldGrowth = now.oldUsedBytes - before.oldUsedBytes;
        if (oldGrowth > 0) {
            large += oldGrowth; // too large for eden: humongous objects
        }
        lookInterval = nextInterval(now.nanos - cycleBegan);
    }

    private void end(Look before, Look now, double young, double full, Cause cause) {
        double missed = Math.max(young, full > 0 ? 1 : 0) - 1;
        if (missed == 0) {
            clock.seen(now.collected, before.nanos, now.nanos);
        }
        double volume =
                switch (kind) {
                    case FILLED -> filled(before, now, young, full, cause.isFullEden());
                    case REGIONS -> regions(before, now);
                    case UNKNOWN -> 0;
                };
        committed += volume * (1 + missed) + large(before, now);
        error += missed * Math.abs(volume - orZero(lastVolume));
        lastVolume = volume;
        if (full <= 0) {
            promoted += Math.max(0, orZero(now.oldUsedBytes - before.oldUsedBytes));
        }
        lookInterval = nextInterval((long) ((now.nanos - cycleBegan) / (1 + missed)));
        cycleBegan = now.nanos;
        seenNanos = now.nanos;
        seen = orZero(now.edenUsedBytes);
        seenAtFirst = seen;
        large = 0;
    }

    /**
     * Estimates large allocations around a collection. The collection hides the growth of the old
     * generation since the last reading before it, and until the first reading after it.
     */
    private double large(Look before, Look now) {
        double around = now.nanos - before.nanos - Math.max(0, orZero(now.collected.nanos()));
        double unseen =
                Math.min(
                        large,
                        large * Math.max(0, around) / Math.max(1, before.nanos - cycleBegan));
        error += unseen * ERROR_OF_EXTRAPOLATION;
        return large + unseen;
    }

    /**
     * Use of a full eden: its capacity except for the remainder of the allocation that didn't fit,
     * which is half of the size of an allocation outside buffers.
     */
    private double filled(Look before, Look now, double young, double full, boolean fullEden) {
        double atLeast = Math.max(orZero(now.buffers.bytes), extrapolated(before, now));
        double capacity = before.edenCapacityBytes;
        boolean onlyBuffers = now.buffers.isKnown() && !now.buffers.hasOutside();
        if (onlyBuffers && young + full == 1) {
            return Math.min(capacity, atLeast);
        }
        if (!fullEden) {
            if (!now.buffers.isKnown() || now.buffers.hasOutside()) {
                error += (capacity - atLeast) / 2;
            }
            return Math.min(capacity, atLeast);
        }
        double leftOver = 0;
        if (now.buffers.hasOutside()) {
            leftOver = Math.max(0, capacity - now.buffers.bytes) / now.buffers.outside / 2;
            leftOver = Math.min(leftOver, MOST_LEFT_OVER * capacity);
            error += leftOver;
        }
        double known = Math.max(orZero(now.buffers.bytes), seen);
        return Math.min(capacity, Math.max(known, capacity - leftOver));
    }

    private double regions(Look before, Look now) {
        double extrapolated = extrapolated(before, now);
        if (!now.buffers.isKnown()) {
            error += (extrapolated - seen) * ERROR_OF_EXTRAPOLATION;
            return extrapolated;
        }
        if (!now.buffers.hasOutside()) {
            return now.buffers.bytes;
        }
        error +=
                Math.max(0, extrapolated - Math.max(seen, now.buffers.bytes))
                        * ERROR_OF_EXTRAPOLATION;
        return Math.max(now.buffers.bytes, extrapolated);
    }

    /**
     * Extrapolates the use of eden at the collection. The counter does not include the region that
     * is being filled.
     */
    private double extrapolated(Look before, Look now) {
        double rate = (seen - seenAtFirst) / Math.max(1, seenNanos - cycleBegan);
        double until = clock.ours(now.collected.begun(), before.nanos, now.nanos) - seenNanos;
        double filling = kind == Kind.REGIONS && Double.isFinite(region) ? region / 2 : 0;
        return seen + filling + rate * Math.max(0, until);
    }

    private static long nextInterval(long cycleNanos) {
        return Math.clamp(cycleNanos / LOOKS_A_CYCLE, LEAST_LOOK_NANOS, MOST_LOOK_NANOS);
    }

    /** Time from the last reading to the next one. */
    long nanosUntilNextLook() {
        return lookInterval;
    }

    /** Bytes allocated since the first reading; never decreases. */
    double allocatedBytes() {
        most = Math.max(most, committed + large + seen);
        return most;
    }

    double promotedBytes() {
        return promoted;
    }

    /** The possible error of {@link #allocatedBytes}, in either direction, from estimated parts. */
    double errorBytes() {
        return error;
    }

    /**
     * The additional error at this moment: allocation since the last cycle, or since the last
     * reading of eden, that stays invisible until the next cycle.
     */
    double unseenBytes() {
        Look now = last;
        if (now == null || kind != Kind.FILLED) {
            return 0;
        }
        boolean live = !Double.isNaN(now.edenUsedBytes);
        return live ? 0 : Math.max(0, orZero(now.edenCapacityBytes) - seen);
    }
}
