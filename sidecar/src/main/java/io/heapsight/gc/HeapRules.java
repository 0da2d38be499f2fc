/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static io.heapsight.gc.GcFigureText.allocation;
import static io.heapsight.gc.GcFigureText.bytes;
import static io.heapsight.gc.GcFigureText.count;
import static io.heapsight.gc.GcFigureText.percent;
import static io.heapsight.gc.GcFigureText.seconds;
import static io.heapsight.gc.GcFigureText.stopped;
import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.gc.GcFinding.Kind;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.summary.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Rules about the heap's size and the program's allocation. */
final class HeapRules {
    private static final double LARGEST_REGION = 32 << 20;
    private static final double DEFAULT_RESERVE = 10;
    private static final int LARGER_RESERVE = 20;
    private static final double DEFAULT_TENURING = 15;
    private static final double DEFAULT_NEW_RATIO = 2;

    /** Share of the heap by which the JVM aligns the young generation, at most. */
    private static final double ALIGNMENT_SHARE = 0.02;

    private HeapRules() {}

    /**
     * The live set leaves too little room, and collections cost time, or the heap or its old
     * generation is full.
     */
    static Optional<GcFinding> tooSmall(GcActivity seen) {
        GcActivity.GcHeap heap = seen.heap();
        GcActivity.GcOverhead cost = seen.overhead();
        boolean isSmall = heap.maxBytes() < GcThresholds.HEAP_TO_LIVE * heap.liveBytes();
        boolean isFull =
                heap.freeRatio() < GcThresholds.NEARLY_FULL
                        && seen.full().count() >= GcThresholds.SEVERAL;
        boolean isCostly =
                !CauseRules.isAnotherAreaTheCost(seen)
                        && (cost.wallRatio() >= GcThresholds.MUCH_WALL
                                || cost.worstMinuteWallRatio() >= GcThresholds.TOO_MUCH_WALL
                                || lacksOldMemory(seen));
        if (!isSmall || !(isFull || isCostly)) {
            return Optional.empty();
        }
        // The cause is as severe as the CPU cost, which would otherwise come first.
        boolean isTooMuch =
                cost.wallRatio() >= GcThresholds.TOO_MUCH_WALL
                        || ConcurrentRules.takesCpu(seen, GcThresholds.TOO_MUCH_CPU);
        return Optional.of(
                new GcFinding(
                        Kind.HEAP_TOO_SMALL,
                        isFull || isTooMuch ? Severity.HIGH : Severity.MEDIUM,
                        cost.wallRatio(),
                        "The heap is too small for its live set: %s of %s stay in use after a collection."
                                .formatted(bytes(heap.liveBytes()), bytes(heap.maxBytes())),
                        List.of(
                                percent(heap.freeRatio()) + " of the heap are free after it",
                                stopped(seen),
                                fullWords(seen)),
                        "Raise -Xmx towards %s, if the container's limit has room for it: heapsight advice computes what fits. If the live set grows without end, search the leak: docs/oom.md."
                                .formatted(bytes(GcThresholds.HEAP_TO_LIVE * heap.liveBytes())),
                        "-Xmx"));
    }

    /** Collections found no room to copy objects to. */
    static Optional<GcFinding> evacuationFailure(GcActivity seen) {
        Occurrences failed = seen.troubles().of(Trouble.EVACUATION_FAILURE);
        if (!(failed.count() >= 1)) {
            return Optional.empty();
        }
        double reserve = seen.environment().number("G1ReservePercent").orElse(DEFAULT_RESERVE);
        boolean canReserve = seen.collector().equals("G1") && reserve < LARGER_RESERVE;
        boolean areFull = seen.full().otherCount() >= 1;
        boolean isHarmless =
                seen.isHarmless(failed) && (!areFull || seen.isHarmless(seen.otherFull()));
        boolean isSerious = failed.count() >= GcThresholds.SEVERAL || areFull;
        Severity felt = isSerious ? Severity.HIGH : Severity.MEDIUM;
        return Optional.of(
                new GcFinding(
                        Kind.EVACUATION_FAILURE,
                        isHarmless ? Severity.INFORMATION : felt,
                        failed.seconds() / seen.periodSeconds(),
                        "Collections found no free memory to copy objects to.",
                        List.of(count(failed.count(), "collection"), fullWords(seen)),
                        "Give the heap more room (heapsight advice computes what fits)%s."
                                .formatted(canReserve ? ", or G1 a larger reserve" : ""),
                        canReserve ? "-XX:G1ReservePercent=" + LARGER_RESERVE : "-Xmx"));
    }

    /** Objects of half a region and more begin collections (G1). */
    static Optional<GcFinding> humongous(GcActivity seen) {
        Occurrences humongous = seen.troubles().of(Trouble.HUMONGOUS_ALLOCATION);
        boolean areMany =
                humongous.count() >= GcThresholds.SEVERAL
                        && humongous.count() >= GcThresholds.MANY_HUMONGOUS * seen.pauses().count();
        if (!areMany) {
            return Optional.empty();
        }
        boolean isFelt = CauseRules.severity(seen, humongous) != Severity.INFORMATION;
        OptionalDouble region = seen.environment().number("G1HeapRegionSize");
        double next = 2 * region.orElse(Double.NaN);
        double regions = seen.heap().maxBytes() / next;
        boolean canGrow = next <= LARGEST_REGION && regions >= GcThresholds.LEAST_REGIONS;
        boolean needsHeap = next <= LARGEST_REGION && regions < GcThresholds.LEAST_REGIONS;
        return Optional.of(
                new GcFinding(
                        Kind.HUMONGOUS_ALLOCATION,
                        isFelt ? Severity.MEDIUM : Severity.INFORMATION,
                        humongous.seconds() / seen.periodSeconds(),
                        "Large objects, of half a G1 region and more, begin collections.",
                        List.of(
                                "%s of %s by \"G1 Humongous Allocation\""
                                        .formatted(
                                                count(humongous.count(), "pause"),
                                                count(seen.pauses().count(), "pause")),
                                regionWords(region)),
                        "%s: an allocation profile (heapsight profile --event alloc) shows who allocates them.%s"
                                .formatted(
                                        canGrow
                                                ? "Double the region size, so that fewer objects are humongous, or allocate smaller arrays"
                                                : "Allocate smaller arrays",
                                        needsHeap ? " Larger regions need a larger heap." : ""),
                        canGrow ? "-XX:G1HeapRegionSize=" + GcFigureText.flagSize(next) : ""));
    }

    private static String regionWords(OptionalDouble region) {
        return region.isPresent()
                ? "regions of %s: objects from %s on are humongous"
                        .formatted(bytes(region.getAsDouble()), bytes(region.getAsDouble() / 2))
                : "the size of regions is unknown";
    }

    /** Objects reach the old generation and die there. */
    static Optional<GcFinding> prematurePromotion(GcActivity seen) {
        GcActivity.GcHeap heap = seen.heap();
        double promoted = heap.promotedBytesPerSecond() * seen.periodSeconds();
        double ratio = heap.promotedBytesPerSecond() / heap.allocatedBytesPerSecond();
        boolean isMuch =
                promoted >= GcThresholds.PROMOTED_HEAPS * heap.maxBytes()
                        && ratio >= GcThresholds.MUCH_PROMOTION
                        && seen.overhead().wallRatio() >= GcThresholds.MUCH_WALL;
        return isMuch ? Optional.of(promotion(seen, promoted, ratio)) : Optional.empty();
    }

    private static GcFinding promotion(GcActivity seen, double promoted, double ratio) {
        OptionalDouble tenuring = seen.environment().number("MaxTenuringThreshold");
        boolean isEarly = tenuring.orElse(DEFAULT_TENURING) < DEFAULT_TENURING;
        boolean hasFixedYoung =
                seen.collector().equals("Serial") || seen.collector().equals("Parallel");
        // It leaves half of the heap to the old generation, which must hold the live set and what
        // is promoted.
        boolean hasRoom = seen.heap().liveBytes() < seen.heap().maxBytes() / 4;
        String line =
                isEarly
                        ? "-XX:MaxTenuringThreshold=15"
                        : hasFixedYoung && hasRoom && isByRatio(seen) ? "-XX:NewRatio=1" : "";
        return new GcFinding(
                Kind.PREMATURE_PROMOTION,
                Severity.MEDIUM,
                seen.overhead().wallRatio(),
                "Objects reach the old generation too early, and die there.",
                List.of(
                        "%s were promoted, %s of the allocated bytes, to a heap of %s"
                                .formatted(
                                        bytes(promoted),
                                        percent(ratio),
                                        bytes(seen.heap().maxBytes())),
                        stopped(seen),
                        fullWords(seen)),
                line.isEmpty()
                        ? "Give the young generation more room: a larger heap (heapsight advice),"
                                + " or no -Xmn, -XX:MaxNewSize and -XX:SurvivorRatio."
                        : "Keep objects in the young generation for longer.",
                line);
    }

    /**
     * Whether a ratio above 1 determines the size of the young generation. JVMs ignore the ratio if
     * {@code -Xmn} or {@code -XX:MaxNewSize} is set, and report MaxNewSize in any case.
     */
    private static boolean isByRatio(GcActivity seen) {
        double ratio = seen.environment().number("NewRatio").orElse(DEFAULT_NEW_RATIO);
        double max = seen.heap().maxBytes();
        double byRatio = max / (ratio + 1);
        double young = seen.environment().number("MaxNewSize").orElse(byRatio);
        return ratio > 1 && Math.abs(young - byRatio) < ALIGNMENT_SHARE * max;
    }

    /** Full collections although the heap has room. */
    static Optional<GcFinding> fullCollections(GcActivity seen) {
        if (!lacksOldMemory(seen)) {
            return Optional.empty();
        }
        double cost = otherFullCost(seen);
        boolean areOftenTooLong = areFullTooLong(seen) && !seen.isRare(seen.full().otherCount());
        return Optional.of(
                new GcFinding(
                        Kind.FULL_COLLECTIONS,
                        cost >= GcThresholds.MUCH_WALL || areOftenTooLong
                                ? Severity.HIGH
                                : Severity.MEDIUM,
                        cost,
                        "Full collections stop the program, for want of memory in the old"
                                + " generation.",
                        List.of(fullWords(seen), stopped(seen)),
                        "Give the heap more room: heapsight advice computes what fits.",
                        "-Xmx"));
    }

    /**
     * Whether the old generation fills again and again: several full collections that were not
     * requested, with a noticeable cost, or too long ones. The young generation may have free
     * memory.
     */
    private static boolean lacksOldMemory(GcActivity seen) {
        boolean areCostly =
                seen.full().otherCount() >= GcThresholds.SEVERAL
                        && otherFullCost(seen) >= GcThresholds.LITTLE_WALL;
        return areCostly || areFullTooLong(seen);
    }

    private static boolean areFullTooLong(GcActivity seen) {
        return LongPauseTotals.areTooLong(seen.full().otherCount(), seen.full().otherSeconds());
    }

    /** Share of the time in full collections that were not requested. */
    private static double otherFullCost(GcActivity seen) {
        return seen.full().otherSeconds() / seen.periodSeconds();
    }

    /** Frequent collections of a fast program; full ones have another cause. */
    static Optional<GcFinding> allocationRate(GcActivity seen) {
        double full = orZero(seen.full().seconds()) / seen.periodSeconds();
        double cost = seen.overhead().wallRatio() - full;
        if (!(cost >= GcThresholds.MUCH_WALL) || !(seen.heap().allocatedBytesPerSecond() > 0)) {
            return Optional.empty();
        }
        return Optional.of(
                new GcFinding(
                        Kind.ALLOCATION_RATE,
                        cost >= GcThresholds.TOO_MUCH_WALL ? Severity.HIGH : Severity.MEDIUM,
                        cost,
                        "The program allocates so fast that collections%s cost %s of its time."
                                .formatted(full > 0 ? " without full ones" : "", percent(cost)),
                        List.of(allocation(seen.heap()), stopped(seen)),
                        "See what it allocates with heapsight profile --event alloc; a larger heap"
                                + " makes collections rarer (heapsight advice).",
                        ""));
    }

    private static String fullWords(GcActivity seen) {
        return Double.isNaN(seen.full().count())
                ? "full collections are unknown"
                : "%s, %s in total"
                        .formatted(
                                count(seen.full().count(), "full collection"),
                                seconds(orZero(seen.full().seconds())));
    }
}
