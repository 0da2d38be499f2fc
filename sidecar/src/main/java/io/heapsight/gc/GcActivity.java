/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import io.heapsight.gc.GcTroubles.Occurrences;
import java.util.List;

/**
 * The work of a collector in a period, from live counters or a GC log. A figure or count that the
 * source lacks is NaN; 0 means that nothing happened.
 *
 * @param collector in the words of {@code Collector.title}: "G1", "ZGC generational"; empty if
 *     unknown
 * @param jdkFeature of the JVM: 8, 11, …; 0 if unknown
 * @param periodSeconds length of the period
 * @param pauses all stop-the-world pauses of the collector
 * @param causes the same by cause, most seconds first
 * @param lastEvents the last pauses, oldest first, at most {@value #MOST_EVENTS}
 * @param notes for readers: what limits the figures, and why something is unknown
 */
public record GcActivity(
        String collector,
        int jdkFeature,
        double periodSeconds,
        PauseTotals pauses,
        List<CauseTotal> causes,
        List<GcEvent> lastEvents,
        FullCollections full,
        GcHeap heap,
        GcOverhead overhead,
        GcTroubles troubles,
        GcEnvironment environment,
        List<String> notes) {
    /** The shortest period for which findings exist. */
    public static final double LEAST_PERIOD_SECONDS = GcThresholds.LEAST_PERIOD_SECONDS;

    /** Maximum number of last pauses. */
    public static final int MOST_EVENTS = 10;

    public GcActivity {
        causes = List.copyOf(causes);
        lastEvents = List.copyOf(lastEvents);
        notes = List.copyOf(notes);
        if (lastEvents.size() > MOST_EVENTS) {
            throw new IllegalArgumentException(lastEvents.size() + " events");
        }
    }

    /** Whether events are so rare, short and cheap that the program can't feel them. */
    boolean isHarmless(Occurrences events) {
        return isRare(events.count())
                && events.seconds() / periodSeconds < GcThresholds.LITTLE_WALL
                && events.longestSeconds() < GcThresholds.LONG_PAUSE_SECONDS;
    }

    /** Full collections that were not requested, with an upper bound of the longest one. */
    Occurrences otherFull() {
        return new Occurrences(
                full.otherCount(),
                full.otherSeconds(),
                Math.min(full.otherSeconds(), pauses.longestSeconds()));
    }

    /**
     * Whether events are rare: fewer than several an hour, and few in total, because all of them
     * may be in one hour.
     */
    boolean isRare(double count) {
        double hours =
                Math.clamp(
                        periodSeconds / GcThresholds.RARE_PERIOD_SECONDS,
                        1,
                        GcThresholds.MOST_RARE_PERIODS);
        return count < GcThresholds.SEVERAL * hours;
    }

    /**
     * The pauses of the period.
     *
     * @param count including merged ones
     * @param seconds in total
     * @param longestSeconds of all whose duration is known
     * @param merged number of pauses for which only the sum of their durations is known
     * @param longOnes pauses of 200 ms and more
     */
    public record PauseTotals(
            double count,
            double seconds,
            double longestSeconds,
            Quantile p50,
            Quantile p99,
            double merged,
            LongPauseTotals longOnes) {
        public static final PauseTotals UNKNOWN =
                new PauseTotals(
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Quantile.UNKNOWN,
                        Quantile.UNKNOWN,
                        Double.NaN,
                        LongPauseTotals.UNKNOWN);
    }

    /**
     * Bounds of a quantile in seconds, by nearest rank. Both are equal if it is known exactly;
     * histograms and merged pauses give an interval.
     */
    public record Quantile(double atLeastSeconds, double atMostSeconds) {
        public static final Quantile UNKNOWN = exactly(Double.NaN);

        public static Quantile exactly(double seconds) {
            return new Quantile(seconds, seconds);
        }

        public boolean isKnown() {
            return !Double.isNaN(atLeastSeconds) && !Double.isNaN(atMostSeconds);
        }

        public boolean isExact() {
            return atLeastSeconds == atMostSeconds;
        }
    }

    /**
     * Pauses of one collector with one cause.
     *
     * @param collector named as the MXBean or, in a log, as the kind of pause: "G1 Young
     *     Generation", "Pause Young (Normal)"
     * @param cause in the JVM's words: "G1 Evacuation Pause"
     * @param count without merged pauses, whose causes are unknown
     */
    public record CauseTotal(String collector, String cause, double count, double seconds) {}

    /**
     * Collections of the whole heap that stopped the program from start to end.
     *
     * @param requestedCount number of those that are known to be {@linkplain
     *     GcCauseClassifier#isRequested requested}
     * @param requestedSeconds total time of these
     * @param leftBytes use of the old generation after the last one, or of a heap without
     *     generations
     */
    public record FullCollections(
            double count,
            double seconds,
            double requestedCount,
            double requestedSeconds,
            double leftBytes) {
        public static final FullCollections UNKNOWN =
                new FullCollections(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** Returns the number of those that were not requested. */
        double otherCount() {
            return count - requestedCount;
        }

        /** Returns the total time of those that were not requested. */
        double otherSeconds() {
            return seconds - requestedSeconds;
        }
    }

    /**
     * The sizes of the heap, and its allocation and promotion.
     *
     * @param maxBytes maximum size (-Xmx)
     * @param capacityBytes committed at the end of the period
     * @param liveBytes in use after the last collection of the old generation or of the whole heap
     * @param allocatedBytesPerSecond mean over the period
     * @param promotedBytesPerSecond mean over the period
     * @param spaces at present, young generation first; empty if unknown
     * @param isAllocatedAtLeast whether the rate of allocation is a lower bound
     */
    public record GcHeap(
            double maxBytes,
            double capacityBytes,
            double liveBytes,
            double allocatedBytesPerSecond,
            double promotedBytesPerSecond,
            List<HeapSpace> spaces,
            boolean isAllocatedAtLeast) {
        public static final GcHeap UNKNOWN =
                new GcHeap(
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        List.of(),
                        false);

        public GcHeap {
            spaces = List.copyOf(spaces);
        }

        /** Returns the share of the maximum that the live set leaves free. */
        public double freeRatio() {
            return 1 - liveBytes / maxBytes;
        }
    }

    /**
     * A generation or a part of one.
     *
     * @param name of its MemoryPoolMXBean
     */
    public record HeapSpace(String name, double usedBytes, double capacityBytes) {}

    /**
     * The cost of the collector.
     *
     * @param wallRatio share of the period in which it stopped the program
     * @param worstMinuteWallRatio the same in its most expensive minute
     * @param cpuSeconds of all its threads in the period
     * @param cpuRatio share of the process's CPU time in these threads
     */
    public record GcOverhead(
            double wallRatio, double worstMinuteWallRatio, double cpuSeconds, double cpuRatio) {
        public static final GcOverhead UNKNOWN =
                new GcOverhead(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
}
