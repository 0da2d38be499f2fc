/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static io.heapsight.gc.GcFigureText.allocation;
import static io.heapsight.gc.GcFigureText.bytes;
import static io.heapsight.gc.GcFigureText.count;
import static io.heapsight.gc.GcFigureText.percent;
import static io.heapsight.gc.GcFigureText.seconds;

import io.heapsight.gc.GcFinding.Kind;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.summary.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rules about concurrent collectors that fall behind, or cost CPU time. */
final class ConcurrentRules {
    private static final String MORE_ROOM =
            "Give the heap more room (heapsight advice computes what fits), the collector more CPUs, or allocate less (heapsight profile --event alloc).";

    private ConcurrentRules() {}

    /** Threads waited for memory (ZGC). */
    static Optional<GcFinding> stalls(GcActivity seen) {
        Occurrences stalls = seen.troubles().of(Trouble.ALLOCATION_STALL);
        if (!(stalls.count() >= 1)) {
            return Optional.empty();
        }
        boolean isFelt =
                stalls.longestSeconds() >= GcThresholds.LONG_PAUSE_SECONDS
                        || stalls.seconds() / seen.periodSeconds() >= GcThresholds.LITTLE_WALL;
        return Optional.of(
                new GcFinding(
                        Kind.ALLOCATION_STALLS,
                        isFelt ? Severity.HIGH : unlessHarmless(seen, stalls),
                        Math.min(1, stalls.seconds() / seen.periodSeconds()), // of all threads
                        "Threads waited for free memory: the collector can't keep up.",
                        evidence(seen, times(stalls, "allocation stall")),
                        MORE_ROOM,
                        "-Xmx"));
    }

    private static Severity unlessHarmless(GcActivity seen, Occurrences events) {
        return seen.isHarmless(events) ? Severity.INFORMATION : Severity.MEDIUM;
    }

    /** Cycles that a stalled allocation began; the number of stalls is unknown (ZGC). */
    static Optional<GcFinding> stallCycles(GcActivity seen) {
        Occurrences pauses = seen.troubles().of(Trouble.ALLOCATION_STALL_CYCLE);
        boolean areCounted = seen.troubles().of(Trouble.ALLOCATION_STALL).count() >= 1;
        if (!(pauses.count() >= 1) || areCounted) {
            return Optional.empty();
        }
        boolean areMany = pauses.count() >= GcThresholds.MANY_HUMONGOUS * seen.pauses().count();
        // A log has the cycles, whose length is unknown; counters have their pauses.
        double cycles =
                Double.isNaN(pauses.seconds())
                        ? pauses.count()
                        : pauses.count() / GcThresholds.PAUSES_OF_ZGC_CYCLE;
        Severity few = seen.isRare(cycles) ? Severity.INFORMATION : Severity.MEDIUM;
        return Optional.of(
                new GcFinding(
                        Kind.ALLOCATION_STALLS,
                        areMany ? Severity.HIGH : few,
                        Double.NaN,
                        "Threads waited for free memory: the collector can't keep up.",
                        evidence(
                                seen,
                                "%s of %s in cycles by \"Allocation Stall\""
                                        .formatted(
                                                count(pauses.count(), "pause"),
                                                count(seen.pauses().count(), "pause"))),
                        MORE_ROOM + " How long threads waited is in a GC log only.",
                        "-Xmx"));
    }

    /** Full collections of Shenandoah, which gave up concurrent work. */
    static Optional<GcFinding> fullCycles(GcActivity seen) {
        Occurrences full = seen.troubles().of(Trouble.FULL_CYCLE);
        return full.count() >= 1
                ? Optional.of(
                        new GcFinding(
                                Kind.FULL_CYCLES,
                                seen.isHarmless(full) ? Severity.INFORMATION : Severity.HIGH,
                                full.seconds() / seen.periodSeconds(),
                                "Shenandoah gave up to collect beside the program, and stopped it.",
                                evidence(seen, times(full, "full collection")),
                                MORE_ROOM,
                                "-Xmx"))
                : Optional.empty();
    }

    /** Cycles that ended in a pause (Shenandoah); a few at the start are common. */
    static Optional<GcFinding> degenerated(GcActivity seen) {
        Occurrences cycles = seen.troubles().of(Trouble.DEGENERATED_CYCLE);
        return cycles.count() >= GcThresholds.SEVERAL
                ? Optional.of(
                        new GcFinding(
                                Kind.DEGENERATED_CYCLES,
                                unlessHarmless(seen, cycles),
                                cycles.seconds() / seen.periodSeconds(),
                                "Shenandoah finished cycles in a pause, because the program allocated faster.",
                                evidence(seen, times(cycles, "degenerated cycle")),
                                MORE_ROOM,
                                "-Xmx"))
                : Optional.empty();
    }

    /** CMS or G1 ran out of memory during a cycle. */
    static Optional<GcFinding> modeFailure(GcActivity seen) {
        Occurrences failed = seen.troubles().of(Trouble.CONCURRENT_MODE_FAILURE);
        if (!(failed.count() >= 1)) {
            return Optional.empty();
        }
        Severity felt = failed.count() >= GcThresholds.SEVERAL ? Severity.HIGH : Severity.MEDIUM;
        return Optional.of(
                new GcFinding(
                        Kind.CONCURRENT_MODE_FAILURE,
                        seen.isHarmless(withCollections(seen, failed))
                                ? Severity.INFORMATION
                                : felt,
                        failed.seconds() / seen.periodSeconds(),
                        "The old generation filled before its concurrent cycle ended, so a full collection ran.",
                        evidence(seen, times(failed, "concurrent mode failure")),
                        "Begin the cycle earlier, or give the heap more room (heapsight advice).",
                        canBeginEarlier(seen)
                                ? "-XX:CMSInitiatingOccupancyFraction=60 -XX:+UseCMSInitiatingOccupancyOnly"
                                : ""));
    }

    /** Not with a large live set: cycles of CMS would follow each other without a break. */
    private static boolean canBeginEarlier(GcActivity seen) {
        double begin = seen.environment().number("CMSInitiatingOccupancyFraction").orElse(100);
        return seen.collector().equals("CMS")
                && begin > 60
                && !(seen.heap().liveBytes() > seen.heap().maxBytes() / 2);
    }

    /** The failures with an upper bound of the time that their full collections took. */
    private static Occurrences withCollections(GcActivity seen, Occurrences failed) {
        double all = seen.full().otherSeconds();
        double longest = seen.pauses().longestSeconds();
        boolean isBound = seen.full().otherCount() >= failed.count() && !(longest < all);
        return new Occurrences(failed.count(), all, isBound ? all : longest);
    }

    /** The collector's threads take much of the process's CPU time. */
    static Optional<GcFinding> cpuCost(GcActivity seen) {
        GcActivity.GcOverhead cost = seen.overhead();
        if (!takesCpu(seen, GcThresholds.MUCH_CPU)) {
            return Optional.empty();
        }
        double cores = cost.cpuSeconds() / seen.periodSeconds();
        return Optional.of(
                new GcFinding(
                        Kind.CPU_COST,
                        cost.cpuRatio() >= GcThresholds.TOO_MUCH_CPU
                                ? Severity.HIGH
                                : Severity.MEDIUM,
                        cost.wallRatio(),
                        "The collector's threads take %s of the process's CPU time."
                                .formatted(percent(cost.cpuRatio())),
                        evidence(seen, String.format(Locale.ROOT, "%.2f cores", cores)),
                        "A larger heap needs fewer collections (heapsight advice computes what fits); heapsight profile --event alloc shows what allocates.",
                        ""));
    }

    /**
     * Whether the collector takes at least a share of the process's CPU time, and enough cores to
     * be noticeable.
     */
    static boolean takesCpu(GcActivity seen, double share) {
        return seen.overhead().cpuRatio() >= share
                && seen.overhead().cpuSeconds() / seen.periodSeconds()
                        >= GcThresholds.LEAST_CPU_CORES;
    }

    /** String deduplication is part of a high CPU cost. */
    static Optional<GcFinding> deduplication(GcActivity seen, List<GcFinding> found) {
        boolean isCostly = found.stream().anyMatch(each -> each.kind() == Kind.CPU_COST);
        boolean isOn = seen.environment().isOn("UseStringDeduplication").orElse(false);
        return isCostly && isOn
                ? Optional.of(
                        new GcFinding(
                                Kind.STRING_DEDUPLICATION,
                                Severity.INFORMATION,
                                Double.NaN,
                                "String deduplication is on, and part of the collector's CPU time.",
                                List.of("-XX:+UseStringDeduplication"),
                                "Compare a run without it (heapsight run, heapsight compare).",
                                "-XX:-UseStringDeduplication"))
                : Optional.empty();
    }

    private static String times(Occurrences seen, String noun) {
        return count(seen.count(), noun)
                + (Double.isNaN(seen.seconds())
                        ? ""
                        : ", %s in total".formatted(seconds(seen.seconds())))
                + (Double.isNaN(seen.longestSeconds())
                        ? ""
                        : ", longest " + seconds(seen.longestSeconds()));
    }

    private static List<String> evidence(GcActivity seen, String first) {
        List<String> all = new ArrayList<>(List.of(first));
        GcActivity.GcHeap heap = seen.heap();
        if (!Double.isNaN(heap.freeRatio())) {
            all.add("live set %s of %s".formatted(bytes(heap.liveBytes()), bytes(heap.maxBytes())));
        }
        if (!Double.isNaN(heap.allocatedBytesPerSecond())) {
            all.add("allocates " + allocation(heap));
        }
        return all;
    }
}
