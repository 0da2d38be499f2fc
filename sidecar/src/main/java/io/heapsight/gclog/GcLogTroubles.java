/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gc.GcCauseClassifier;
import io.heapsight.gc.GcTroubles;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.gclog.GcLogSummary.SafepointTimes;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts the events that point to a problem, and safepoints. */
final class GcLogTroubles {
    /** The JVM rounds the CPU time of a pause to 10 ms. */
    private static final double LEAST_WITH_CPU_TIME = 0.1;

    /** One thread alone uses a CPU all the time, unless it waits. */
    private static final double MOST_CPUS_OF_WAITING = 0.5;

    private final Map<Trouble, Occurrences> seen = new EnumMap<>(Trouble.class);
    private long failedId = GcLogEvent.NO_ID;

    /** Cause of the first full collection since G1's concurrent mark began; empty if none. */
    private Optional<String> aborting = Optional.empty();

    private double awaiting = Double.NaN;
    private long safepoints;
    private double safepointSeconds;
    private double longestSafepoint;
    private Occurrences reach = Occurrences.NONE;

    void pause(GcLogEvent.Pause pause, String cause) {
        double seconds = pause.seconds();
        if (pause.name().startsWith("Degenerated")) {
            count(Trouble.DEGENERATED_CYCLE, seconds);
        }
        if (pause.kind() == GcCycleKind.FULL
                && pause.cause().isEmpty()
                && !GcCauseClassifier.isRequested(cause)) {
            count(Trouble.FULL_CYCLE, seconds);
        }
        if (cause.startsWith("G1 Humongous")) {
            count(Trouble.HUMONGOUS_ALLOCATION, seconds);
        }
        boolean isKnown = pause.id() != GcLogEvent.NO_ID && failedId == pause.id();
        if (pause.isEvacuationFailure() || isKnown) {
            count(Trouble.EVACUATION_FAILURE, seconds);
        }
        if (!pause.cause().isEmpty() || pause.kind() == GcCycleKind.FULL) {
            cause(cause, seconds);
        }
        if (pause.name().contains("Concurrent Start") || pause.name().startsWith("Initial Mark")) {
            aborting = Optional.empty();
        } else if (pause.kind() == GcCycleKind.FULL && aborting.isEmpty()) {
            aborting = Optional.of(cause);
        }
    }

    /** Counts a concurrent cycle by its cause. */
    void cycle(String cause) {
        cause(cause, Double.NaN); // its pauses are counted elsewhere
    }

    /** Counts an event by its cause, which Shenandoah logs within a sentence. */
    private void cause(String cause, double seconds) {
        boolean isDiagnostic =
                cause.contains("Diagnostic Command")
                        || cause.contains("Heap Inspection")
                        || cause.contains("Heap Dump");
        if (cause.contains("System.gc()") || cause.contains("JvmtiEnv")) {
            count(Trouble.EXPLICIT_GC, seconds);
        } else if (isDiagnostic) {
            count(Trouble.DIAGNOSTIC_GC, seconds);
        } else if (GcCauseClassifier.isOfFullMetaspace(cause)) {
            count(Trouble.METADATA_FULL, seconds);
        } else if (cause.contains("Metadata GC")) {
            count(Trouble.METADATA_THRESHOLD, seconds);
        } else if (GcCauseClassifier.isOfCodeCache(cause)) {
            count(Trouble.CODE_CACHE, seconds);
        } else if (cause.equals("Allocation Stall")) {
            count(Trouble.ALLOCATION_STALL_CYCLE, seconds);
        }
    }

    private void count(Trouble trouble, double seconds) {
        seen.put(trouble, seen.getOrDefault(trouble, Occurrences.NONE).plus(seconds));
    }

    /** Records an evacuation failure; the pause of this collection follows. */
    void evacuationFailure(long id) {
        failedId = id;
    }

    void concurrentFailure() {
        Occurrences before =
                seen.getOrDefault(
                        Trouble.CONCURRENT_MODE_FAILURE,
                        new Occurrences(0, Double.NaN, Double.NaN));
        seen.put(Trouble.CONCURRENT_MODE_FAILURE, before.plus(Double.NaN));
    }

    /** Any full collection aborts a mark; only one for lack of memory is a failure. */
    void markAbort() {
        if (aborting.isPresent() && !GcCauseClassifier.isRequested(aborting.get())) {
            concurrentFailure();
        }
        aborting = Optional.empty();
    }

    /**
     * Records the pause whose CPU time follows.
     *
     * @param pauseSeconds NaN for none
     */
    void awaitCpuTime(double pauseSeconds) {
        awaiting = pauseSeconds;
    }

    /** Compares the pause with the CPU time of the whole JVM during it. */
    void cpuTime(double cpuSeconds) {
        if (awaiting >= LEAST_WITH_CPU_TIME && cpuSeconds < MOST_CPUS_OF_WAITING * awaiting) {
            count(Trouble.PAUSE_WITHOUT_CPU, awaiting);
        }
        awaiting = Double.NaN;
    }

    void stall(double seconds) {
        count(Trouble.ALLOCATION_STALL, seconds);
    }

    void safepoint(GcLogEvent.Safepoint safepoint) {
        safepoints++;
        safepointSeconds += safepoint.seconds();
        longestSafepoint = Math.max(longestSafepoint, safepoint.seconds());
        if (!Double.isNaN(safepoint.reachSeconds())) {
            reach = reach.plus(safepoint.reachSeconds());
        }
    }

    /**
     * @param collector whose log shows the absence of some events; empty if unknown
     * @param isDetailed whether the log has more than one line for each collection
     */
    GcTroubles figures(String collector, boolean isDetailed) {
        Map<Trouble, Occurrences> all = new EnumMap<>(seen);
        for (Trouble each :
                List.of(
                        Trouble.EXPLICIT_GC,
                        Trouble.DIAGNOSTIC_GC,
                        Trouble.METADATA_THRESHOLD,
                        Trouble.METADATA_FULL,
                        Trouble.CODE_CACHE,
                        Trouble.HUMONGOUS_ALLOCATION)) {
            all.putIfAbsent(each, Occurrences.NONE);
        }
        boolean isShenandoah = collector.startsWith("Shenandoah");
        if (isShenandoah) {
            all.putIfAbsent(Trouble.DEGENERATED_CYCLE, Occurrences.NONE);
            all.putIfAbsent(Trouble.FULL_CYCLE, Occurrences.NONE);
        } else {
            all.remove(Trouble.FULL_CYCLE);
        }
        if (collector.startsWith("ZGC")) {
            all.putIfAbsent(Trouble.ALLOCATION_STALL, Occurrences.NONE);
            all.putIfAbsent(Trouble.ALLOCATION_STALL_CYCLE, Occurrences.NONE);
        }
        if (isDetailed) {
            all.putIfAbsent(Trouble.EVACUATION_FAILURE, Occurrences.NONE);
            all.putIfAbsent(Trouble.PAUSE_WITHOUT_CPU, Occurrences.NONE);
        }
        if (isDetailed && (collector.equals("G1") || collector.equals("CMS"))) {
            all.putIfAbsent(Trouble.CONCURRENT_MODE_FAILURE, Occurrences.NONE);
        }
        if (reach.count() > 0) {
            all.put(Trouble.TIME_TO_SAFEPOINT, reach);
        }
        return new GcTroubles(all, List.of());
    }

    SafepointTimes safepoints() {
        return new SafepointTimes(
                safepoints,
                safepointSeconds,
                longestSafepoint,
                reach.count() == 0 ? Double.NaN : reach.seconds(),
                reach.count() == 0 ? Double.NaN : reach.longestSeconds());
    }
}
