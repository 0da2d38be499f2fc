/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CollectorCounts;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.perfdata.StringCounter;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the GC pauses of one JVM from its counters. At the start of a pause, HotSpot counts the
 * invocation, then writes the entry time. At the end, it writes the exit time, then adds the
 * duration to the total. The last cause is valid while the current cause is "No GC". A reading
 * between these writes is incomplete; the next reading repeats it.
 *
 * <p>Each pause overwrites the times of the one before. If one or two pauses end between two
 * readings, each duration is known. The last one follows from its times, the other one from the
 * growth of the total. If more end, only the last duration and the sum of the others are known.
 *
 * <p>Not thread-safe. A reading without a new collection takes one load per collector and allocates
 * nothing.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/gc/shared/collectorCounters.cpp">TraceCollectorStats,
 *     which writes them</a>
 */
public final class GcPauseCounters {
    private static final String NO_GC = "No GC";

    /** Maximum time between collections of one operation: a young one and the full one after it. */
    private static final double SAME_OPERATION_SECONDS = 1e-3;

    /** Causes of operations that begin with a young collection. */
    private static final Set<String> BEGIN_YOUNG =
            Set.of("Allocation Failure", "G1 Evacuation Pause");

    /** Up to JDK 21, Parallel began every full collection with a young one. */
    private static final int PARALLEL_SCAVENGED_BEFORE = 22;

    private final GcPauseMeter meter;
    private final List<Source> sources = new ArrayList<>();
    private final @Nullable StringCounter cause;
    private final @Nullable StringCounter lastCause;
    private final boolean isCausePerCycle;
    private final boolean beginsYoung;
    private final double ticksPerSecond;

    /** Counters of one collector at one moment; times in ticks since the JVM's start. */
    private record Look(long count, long begun, long ended, long ticks) {
        boolean isUnderWay() {
            return begun > ended;
        }

        long pause() {
            return ended - begun;
        }

        /** Returns whether the JVM has written all counters of the last pause. */
        boolean isCompleteAfter(Look before) {
            return begun >= before.ended && ticks - before.ticks >= pause();
        }

        /** Returns whether the JVM was restarted between another reading and this one. */
        boolean isRestartOf(Look before) {
            return count < before.count || ticks < before.ticks;
        }
    }

    /** One collector. */
    private static final class Source {
        private final String name;
        private final boolean hasCause;
        private final LongCounter count;
        private final LongCounter begun;
        private final LongCounter ended;
        private final LongCounter ticks;
        private @Nullable Look last;
        private @Nullable Look incomplete;

        Source(
                String name,
                boolean hasCause,
                LongCounter count,
                LongCounter begun,
                LongCounter ended,
                LongCounter ticks) {
            this.name = name;
            this.hasCause = hasCause;
            this.count = count;
            this.begun = begun;
            this.ended = ended;
            this.ticks = ticks;
        }

        Look read() {
            return new Look(count.value(), begun.value(), ended.value(), ticks.value());
        }

        boolean isNew() {
            return last == null || last.count != count.value();
        }

        /** Returns whether counters are complete, or will not change any more. */
        boolean isComplete(Look now) {
            Look before = last;
            boolean isComplete =
                    before == null
                            || now.count == before.count
                            || now.isRestartOf(before)
                            || now.isCompleteAfter(before)
                            || now.equals(incomplete);
            incomplete = now;
            return isComplete;
        }
    }

    /**
     * Finds the counters.
     *
     * @param before the reader for the same JVM before the JVM added counters; null for none
     */
    public GcPauseCounters(Counters counters, MxBeanModel model, @Nullable GcPauseCounters before) {
        meter = before == null ? new GcPauseMeter() : before.meter;
        cause = text(counters, CounterNames.GC_CAUSE);
        lastCause = text(counters, CounterNames.GC_LAST_CAUSE);
        isCausePerCycle =
                model.collector() == Collector.ZGC
                        || model.collector() == Collector.ZGC_GENERATIONAL;
        beginsYoung =
                model.collector() == Collector.PARALLEL
                        && model.feature() < PARALLEL_SCAVENGED_BEFORE;
        ticksPerSecond = counters.number(CounterNames.TICKS_PER_SECOND, 0);
        if (ticksPerSecond > 0) {
            for (CollectorCounts collector : model.pausing()) {
                add(counters, collector, !model.isWithoutCause(collector));
            }
        }
        if (before != null) {
            before.sources.forEach(this::goOn);
        }
    }

    private void add(Counters counters, CollectorCounts collector, boolean hasCause) {
        String prefix = CounterNames.collector(collector.number());
        if (counters.find(prefix + ".invocations") instanceof LongCounter count
                && counters.find(prefix + ".lastEntryTime") instanceof LongCounter begun
                && counters.find(prefix + ".lastExitTime") instanceof LongCounter ended
                && counters.find(prefix + ".time") instanceof LongCounter ticks) {
            sources.add(new Source(collector.name(), hasCause, count, begun, ended, ticks));
            meter.collector(collector.name());
        }
    }

    private void goOn(Source before) {
        for (Source source : sources) {
            if (source.name.equals(before.name)) {
                source.last = before.last;
            }
        }
    }

    /** Returns the pauses so far. */
    public GcPauses pauses() {
        return meter.pauses();
    }

    /**
     * Returns the longest pause since the last call, in seconds; merged pauses count with their
     * mean. 0 without a pause; NaN if no collector counts its pauses.
     */
    public double takeLongest() {
        return sources.isEmpty() ? Double.NaN : meter.takeLongest();
    }

    /** Reads the counters; skips a collection in progress. */
    public void look() {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).isNew()) {
                readAll();
                return;
            }
        }
    }

    private void readAll() {
        if (!isQuiet()) {
            return;
        }
        List<Look> looks = sources.stream().map(Source::read).toList();
        String lastText = lastCause();
        VarHandle.loadLoadFence();
        if (looks.stream().anyMatch(Look::isUnderWay)
                || !isQuiet()
                || !looks.equals(sources.stream().map(Source::read).toList())
                || !lastText.equals(lastCause())) {
            return;
        }
        boolean isComplete = true;
        for (int i = 0; i < sources.size(); i++) {
            isComplete &= sources.get(i).isComplete(looks.get(i));
        }
        if (isComplete) {
            for (int i = 0; i < sources.size(); i++) {
                take(sources.get(i), looks.get(i), causeOf(i, looks, lastText));
            }
        }
    }

    /** Returns whether the cause texts are valid, because no collection is writing them. */
    private boolean isQuiet() {
        return isCausePerCycle || cause == null || cause.is(NO_GC);
    }

    private String lastCause() {
        if (isCausePerCycle && cause != null && !cause.is(NO_GC)) {
            return cause.value();
        }
        return lastCause == null ? GcPauseMeter.UNKNOWN : lastCause.value();
    }

    /** Returns the cause of a collector's last pause. */
    private String causeOf(int index, List<Look> looks, String lastText) {
        if (!sources.get(index).hasCause) {
            return NO_GC;
        }
        Look last = looks.get(index);
        for (int i = 0; i < sources.size(); i++) {
            double later = (looks.get(i).begun - last.ended) / ticksPerSecond;
            boolean isSame = later <= SAME_OPERATION_SECONDS && isShared(lastText);
            if (sources.get(i).hasCause && later >= 0 && !isSame) {
                return GcPauseMeter.UNKNOWN;
            }
        }
        return lastText;
    }

    private boolean isShared(String lastText) {
        return beginsYoung || BEGIN_YOUNG.contains(lastText);
    }

    /**
     * Adds a collector's pauses since the last reading.
     *
     * @param lastText cause of its last pause
     */
    private void take(Source source, Look now, String lastText) {
        Look before = source.last;
        source.last = now;
        if (before == null || now.isRestartOf(before) || now.count == before.count) {
            return;
        }
        long others = now.count - before.count;
        long ticks = now.ticks - before.ticks;
        boolean isLastKnown = now.isCompleteAfter(before);
        if (isLastKnown) {
            others--;
            ticks -= now.pause();
        }
        if (others > 0) {
            String text = source.hasCause ? GcPauseMeter.UNKNOWN : NO_GC;
            meter.add(event(source, now.begun - ticks, text, others, ticks));
        }
        if (isLastKnown) {
            meter.add(event(source, now.begun, lastText, 1, now.pause()));
        }
    }

    private PauseEvent event(Source source, long begun, String text, long count, long ticks) {
        return new PauseEvent(
                begun / ticksPerSecond, source.name, text, count, ticks / ticksPerSecond);
    }

    private static @Nullable StringCounter text(Counters counters, String name) {
        return counters.find(name) instanceof StringCounter counter ? counter : null;
    }
}
