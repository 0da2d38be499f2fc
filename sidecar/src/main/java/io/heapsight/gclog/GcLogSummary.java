/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcEvent;
import io.heapsight.gc.GcTroubles;
import io.heapsight.gc.LongPauseTotals;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a collector from its GC log. Unknown figures are NaN; counts are 0 if the log
 * lacks the events.
 *
 * @param seconds from the first to the last stamp of each JVM with these figures; NaN without
 *     stamps
 * @param jvms number of JVMs that wrote the log, one after the other; the figures may describe only
 *     one
 * @param pauses all of them
 * @param byCause the same by kind and cause, the longest total first
 * @param lastPauses oldest first
 * @param notes what limits these figures, in sentences
 */
public record GcLogSummary(
        GcLogSource source,
        GcLogJvm jvm,
        double seconds,
        int jvms,
        PauseTimes pauses,
        List<PausesByCause> byCause,
        List<PhaseTimes> phases,
        List<CyclesByCause> cycles,
        GcLogHeap heap,
        GcTroubles troubles,
        SafepointTimes safepoints,
        List<GcLogPoint> points,
        List<GcEvent> lastPauses,
        List<String> notes) {

    /**
     * The JVM, as its log says.
     *
     * @param collector "G1"; empty if unknown
     * @param version "25.0.5+1"; empty if unknown
     * @param cpus available to the JVM; 0 if unknown
     */
    public record GcLogJvm(
            String collector,
            String version,
            int cpus,
            double memoryBytes,
            double maxHeapBytes,
            double regionBytes,
            int parallelWorkers,
            int concurrentWorkers) {}

    /**
     * Lengths of pauses. A quantile is the smallest length that at least this share of the pauses
     * does not exceed.
     *
     * @param longOnes of 200 ms and more
     */
    public record PauseTimes(
            long count,
            double seconds,
            double longestSeconds,
            double p50Seconds,
            double p90Seconds,
            double p99Seconds,
            LongPauseTotals longOnes) {}

    /**
     * Pauses of one kind and cause.
     *
     * @param name "Young (Mixed)"
     * @param cause "G1 Evacuation Pause"; empty if the log has none
     */
    public record PausesByCause(GcCycleKind kind, String name, String cause, PauseTimes times) {}

    /** A concurrent phase, such as "Concurrent Mark". */
    public record PhaseTimes(String name, long count, double seconds, double longestSeconds) {}

    /** Cycles of ZGC, or requests for one of Shenandoah. */
    public record CyclesByCause(String name, String cause, long count) {}

    /**
     * The moment at which the live set was read. Only a reading after a full collection contains no
     * garbage.
     */
    public enum LiveSource {
        FULL_COLLECTION,
        /** A cycle over the whole heap: includes what the program allocated during the cycle. */
        CYCLE,
        /** Minimum after a concurrent cycle of G1: includes garbage in regions that G1 keeps. */
        G1_MINIMUM
    }

    /**
     * The heap.
     *
     * @param mostUsedBytes largest use before a collection
     * @param mostCapacityBytes largest committed size
     * @param lastCapacityBytes committed size at the end
     * @param allocatedBytes growth between collections; with ZGC, also during them
     * @param allocatedSeconds time in which {@code allocatedBytes} were allocated
     * @param isAllocatedAtLeast whether more may have been allocated during concurrent cycles
     * @param promotedBytes growth of the old generation in young collections; NaN if unknown
     * @param liveBytes in use after the last full collection, or cycle over the whole heap; of G1
     *     without full collections, the minimum after its last cycle
     * @param liveSource of the last reading; meaningless without one
     * @param leastLiveBytes smallest reading of the live set
     * @param liveReadings number of readings of the live set
     * @param cpuSeconds of the threads that collect in pauses; NaN if unknown
     */
    public record GcLogHeap(
            double mostUsedBytes,
            double mostCapacityBytes,
            double lastCapacityBytes,
            double allocatedBytes,
            double allocatedSeconds,
            boolean isAllocatedAtLeast,
            double promotedBytes,
            double liveBytes,
            LiveSource liveSource,
            double leastLiveBytes,
            long liveReadings,
            double cpuSeconds) {
        /** Bytes a second; NaN if unknown. */
        public double allocationRate() {
            return allocatedSeconds > 0 ? allocatedBytes / allocatedSeconds : Double.NaN;
        }

        /** Bytes a second; NaN if unknown. */
        public double promotionRate() {
            return allocatedSeconds > 0 ? promotedBytes / allocatedSeconds : Double.NaN;
        }
    }

    /**
     * Safepoints, those of collections included.
     *
     * @param reachSeconds total time until all threads stopped
     */
    public record SafepointTimes(
            long count,
            double seconds,
            double longestSeconds,
            double reachSeconds,
            double longestReachSeconds) {}

    /**
     * The files.
     *
     * @param files names in order
     * @param damage number of damaged lines, and the first one
     */
    public record GcLogSource(
            List<String> files,
            long lines,
            long bytes,
            long damagedLines,
            Optional<DamagedLine> damage) {
        public GcLogSource {
            files = List.copyOf(files);
        }
    }

    /** A damaged line. */
    public record DamagedLine(String file, long line, String reason) {}

    /**
     * The events of a time span, for charts. Without events, heap sizes and the longest pauses are
     * NaN; counts and sums are 0.
     *
     * @param seconds start of the span, since the start of the log
     * @param beforeBytes largest use before a collection
     * @param afterBytes smallest use after a collection
     */
    public record GcLogPoint(
            double seconds,
            double spanSeconds,
            double beforeBytes,
            double afterBytes,
            double capacityBytes,
            long pauses,
            double pauseSeconds,
            double longestPauseSeconds,
            double longestFullPauseSeconds,
            double allocatedBytes,
            double promotedBytes) {}

    public GcLogSummary {
        byCause = List.copyOf(byCause);
        phases = List.copyOf(phases);
        cycles = List.copyOf(cycles);
        points = List.copyOf(points);
        lastPauses = List.copyOf(lastPauses);
        notes = List.copyOf(notes);
    }

    /** Returns the activity from which findings are derived. */
    public GcActivity activity() {
        return GcLogActivity.of(this);
    }

    /** Returns whether the log has the pauses of its collections: -Xlog:gc lacks those of ZGC. */
    public boolean showsPauses() {
        return pauses.count() > 0 || cycles.isEmpty();
    }

    /** The share of the time in pauses; NaN if unknown. */
    public double overhead() {
        return seconds > 0 && showsPauses() ? pauses.seconds() / seconds : Double.NaN;
    }
}
