/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.MxBeanModel;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the safepoints of one JVM from its counters. HotSpot counts a safepoint when it requests
 * it. It adds the time to reach the safepoint when all threads have stopped, and the rest at the
 * end. In between, the collectors count their collections, which distinguishes safepoints for
 * collections from others.
 *
 * <p>If one safepoint occurs between two readings, its duration is known. If several occur, the
 * last one may still be in progress, which the counters don't show. They are {@linkplain
 * Safepoints#merged merged} once the counters stop changing, or the last one ends.
 *
 * <p>Not thread-safe. A reading without a new safepoint takes two loads and allocates nothing.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/services/runtimeService.cpp">RuntimeService,
 *     which writes them</a>
 */
public final class SafepointCounters {
    private static final long LEAST_LOOK_NANOS = 20_000_000;
    private static final long MOST_LOOK_NANOS = 1_000_000_000;
    private static final int LOOKS_A_SAFEPOINT = 10;

    /** Time without a change of the counters after which the last safepoint has ended. */
    private static final long STILL_NANOS = 100_000_000;

    /** Longest delay if safepoints follow each other within that time. */
    private static final long MOST_DELAY_NANOS = 1_000_000_000;

    private final SafepointMeter meter;
    private final @Nullable Source source;
    private @Nullable Look taken;
    private @Nullable Look last;
    private boolean isUnsure;
    private long unsureSince;
    private long changedAt;
    private long gapNanos;
    private long nextLook;

    /**
     * The counters at one moment; times in ticks.
     *
     * @param count of safepoints
     * @param syncTicks time to reach them
     * @param ticks time that the JVM adds at the end of each
     * @param collections of all collectors
     * @param collectionTicks their time
     */
    private record Look(
            long count, long syncTicks, long ticks, long collections, long collectionTicks) {
        boolean isRestartOf(Look before) {
            return count < before.count
                    || ticks < before.ticks
                    || syncTicks < before.syncTicks
                    || collections < before.collections;
        }
    }

    private record Source(
            LongCounter count,
            LongCounter sync,
            LongCounter time,
            List<CollectionCounters> collectors,
            boolean isWithoutSync,
            double ticksPerSecond) {
        Look read() {
            return new Look(
                    count.value(),
                    sync.value(),
                    time.value(),
                    sum(CollectionCounters::invocations),
                    sum(CollectionCounters::time));
        }

        boolean isCollecting() {
            return collectors.stream().anyMatch(CollectionCounters::isUnderWay);
        }

        double seconds(long syncTicks, long ticks) {
            return (ticks + (isWithoutSync ? syncTicks : 0)) / ticksPerSecond;
        }

        private long sum(Function<CollectionCounters, LongCounter> counter) {
            return collectors.stream().mapToLong(each -> counter.apply(each).value()).sum();
        }
    }

    /** The counters of one collector. */
    private record CollectionCounters(
            LongCounter invocations, LongCounter time, LongCounter begun, LongCounter ended) {
        boolean isUnderWay() {
            return begun.value() > ended.value();
        }
    }

    /**
     * Finds the counters.
     *
     * @param before the reader for the same JVM before the JVM added counters; null for none
     */
    public SafepointCounters(
            Counters counters, MxBeanModel model, @Nullable SafepointCounters before) {
        meter = before == null ? new SafepointMeter() : before.meter;
        source = source(counters, model);
        if (before != null
                && before.source != null
                && source != null
                && before.source.collectors.size() == source.collectors.size()) {
            taken = before.taken;
            last = before.last;
            isUnsure = before.isUnsure;
            unsureSince = before.unsureSince;
            changedAt = before.changedAt;
            gapNanos = before.gapNanos;
        }
        nextLook = System.nanoTime();
    }

    private static @Nullable Source source(Counters counters, MxBeanModel model) {
        double ticksPerSecond = counters.number(CounterNames.TICKS_PER_SECOND, 0);
        if (ticksPerSecond <= 0
                || !(counters.find(CounterNames.SAFEPOINTS) instanceof LongCounter count)
                || !(counters.find(CounterNames.SAFEPOINT_SYNC_TIME) instanceof LongCounter sync)
                || !(counters.find(CounterNames.SAFEPOINT_TIME) instanceof LongCounter time)) {
            return null;
        }
        boolean isShenandoah =
                model.collector() == Collector.SHENANDOAH
                        || model.collector() == Collector.SHENANDOAH_GENERATIONAL;
        int collectors = isShenandoah ? 2 : 3; // its third one counts concurrent phases
        List<CollectionCounters> found = new ArrayList<>();
        for (int i = 0; i < collectors; i++) {
            String prefix = CounterNames.collector(i);
            if (counters.find(prefix + ".invocations") instanceof LongCounter invocations
                    && counters.find(prefix + ".time") instanceof LongCounter ticks
                    && counters.find(prefix + ".lastEntryTime") instanceof LongCounter begun
                    && counters.find(prefix + ".lastExitTime") instanceof LongCounter ended) {
                found.add(new CollectionCounters(invocations, ticks, begun, ended));
            }
        }
        return new Source(
                count, sync, time, found, StoppedTime.isWithoutSync(counters), ticksPerSecond);
    }

    /** Returns the safepoints so far; null if the JVM doesn't count them. */
    public @Nullable Safepoints safepoints() {
        return source == null ? null : meter.safepoints();
    }

    /**
     * Returns the longest duration since the last call, in seconds: of a safepoint except
     * collections, or of the time to reach any safepoint. Merged safepoints count with their mean.
     * 0 without a safepoint; NaN if the JVM doesn't count safepoints.
     */
    public double takeLongest() {
        return source == null ? Double.NaN : meter.takeLongest();
    }

    /**
     * Returns the time until {@link #look} is due, in nanoseconds from now; 0 or less if it is due.
     */
    public long nanosUntilLook(long nanos) {
        return source == null ? Long.MAX_VALUE : nextLook - nanos;
    }

    /**
     * Reads the counters.
     *
     * @param nanos now, by {@link System#nanoTime}
     */
    public void look(long nanos) {
        Source counters = source;
        if (counters == null) {
            return;
        }
        Look before = last;
        if (before != null
                && before.count == counters.count.value()
                && before.ticks == counters.time.value()) {
            stood(counters, nanos);
        } else {
            Look now = counters.read();
            VarHandle.loadLoadFence();
            if (now.equals(counters.read())) {
                changed(counters, now, nanos);
            }
        }
        boolean isSoon = isUnsure || !isTaken();
        long interval = isSoon ? 0 : gapNanos / LOOKS_A_SAFEPOINT;
        nextLook = nanos + Math.clamp(interval, LEAST_LOOK_NANOS, MOST_LOOK_NANOS);
    }

    private boolean isTaken() {
        return taken != null && last != null && taken.count == last.count;
    }

    private void stood(Source counters, long nanos) {
        gapNanos = Math.max(gapNanos, nanos - changedAt);
        if (isUnsure
                && nanos - changedAt >= STILL_NANOS
                && !counters.isCollecting()
                && taken != null
                && last != null) {
            isUnsure = false;
            merge(taken, last);
            taken = last;
        }
    }

    private void changed(Source counters, Look now, long nanos) {
        Look before = taken;
        Look previous = last;
        last = now;
        if (before == null || previous == null || now.isRestartOf(previous)) {
            taken = now;
            unsure(nanos);
        } else {
            long started = now.count - previous.count;
            if (started > 0) {
                gapNanos = (gapNanos + (nanos - changedAt) / started) / 2;
            }
            take(counters, before, previous, now, nanos);
        }
        changedAt = nanos;
    }

    private void unsure(long nanos) {
        if (!isUnsure) {
            isUnsure = true;
            unsureSince = nanos;
        }
    }

    private void take(Source counters, Look before, Look previous, Look now, long nanos) {
        long count = now.count - before.count;
        boolean hasEnded = now.ticks > previous.ticks;
        if (!isUnsure && count <= 1) {
            if (hasEnded) {
                single(counters, before, now);
                taken = now;
            }
        } else if (now.count == previous.count && hasEnded) {
            lastEnded(counters, before, previous, now);
            isUnsure = false;
            taken = now;
        } else {
            unsure(nanos);
            if (nanos - unsureSince > MOST_DELAY_NANOS) {
                merge(before, now);
                taken = now;
                unsureSince = nanos;
            }
        }
    }

    private void single(Source counters, Look before, Look now) {
        long sync = now.syncTicks - before.syncTicks;
        if (now.count > before.count) {
            meter.addSync(sync / counters.ticksPerSecond);
        }
        if (now.collections == before.collections) {
            meter.add(counters.seconds(sync, now.ticks - before.ticks));
        }
    }

    /**
     * Handles the end of the last of several safepoints, which was in progress at the previous
     * reading.
     */
    private void lastEnded(Source counters, Look before, Look previous, Look now) {
        if (now.collections == before.collections) {
            merge(before, previous, -1);
            meter.add(
                    counters.seconds(
                            now.syncTicks - previous.syncTicks, now.ticks - previous.ticks));
        } else {
            merge(before, now);
        }
    }

    private void merge(Look before, Look now) {
        merge(before, now, 0);
    }

    private void merge(Look before, Look now, long more) {
        Source counters = source;
        long collections = now.collections - before.collections;
        long others = now.count - before.count + more - collections;
        if (counters == null || others <= 0) {
            return;
        }
        double seconds =
                counters.seconds(now.syncTicks - before.syncTicks, now.ticks - before.ticks);
        double inCollections =
                (now.collectionTicks - before.collectionTicks) / counters.ticksPerSecond;
        meter.merge(others, Math.max(0, seconds - inCollections));
    }
}
