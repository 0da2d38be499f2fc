/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.collector;

import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcActivity.CauseTotal;
import io.heapsight.gc.GcActivity.FullCollections;
import io.heapsight.gc.GcActivity.PauseTotals;
import io.heapsight.gc.GcActivity.Quantile;
import io.heapsight.gc.GcCauseClassifier;
import io.heapsight.gc.GcEvent;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.gc.LongPauseTotals;
import io.heapsight.safepoint.GcPauses;
import io.heapsight.safepoint.GcPauses.Histogram;
import io.heapsight.safepoint.GcPauses.Merged;
import io.heapsight.safepoint.PauseEvent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Computes figures of the GC pauses in a period.
 *
 * @param pauses only those of the period
 */
record PauseFigures(GcPauses pauses) {
    private static final String UNKNOWN_CAUSE = "unknown";

    /** Collectors that only run full collections, by the names of their MXBeans. */
    private static final Set<String> FULL =
            Set.of("MarkSweepCompact", "PS MarkSweep", "G1 Old Generation");

    /**
     * Young collectors of the JVMs in which only the collectors of {@link #FULL} run full
     * collections.
     */
    private static final Set<String> YOUNG = Set.of("Copy", "PS Scavenge", "G1 Young Generation");

    private static final Set<String> DIAGNOSTIC =
            Set.of(
                    "Heap Inspection Initiated GC",
                    "Heap Dump Initiated GC",
                    "Diagnostic Command",
                    "JvmtiEnv ForceGarbageCollection");

    /** Whether the target has counters of single pauses. */
    boolean isKnown() {
        return !pauses.merged().isEmpty() || !pauses.histograms().isEmpty();
    }

    /**
     * Returns the totals.
     *
     * @param longestSeconds longest pause in the samples
     */
    PauseTotals totals(double longestSeconds) {
        if (!isKnown()) {
            return PauseTotals.UNKNOWN;
        }
        double seconds =
                pauses.histograms().stream().mapToDouble(Histogram::seconds).sum()
                        + pauses.merged().stream().mapToDouble(Merged::seconds).sum();
        return new PauseTotals(
                known() + merged(),
                seconds,
                longestSeconds,
                quantile(0.5, longestSeconds),
                quantile(0.99, longestSeconds),
                merged(),
                listedLongOnes().orMore(countedLongOnes()));
    }

    /** If several pauses have only a common sum, at least one of them is as long as their mean. */
    private LongPauseTotals listedLongOnes() {
        LongPauseTotals longOnes = LongPauseTotals.NONE;
        for (PauseEvent each : pauses.last()) {
            longOnes = longOnes.plus(1, each.seconds() / each.count());
        }
        return longOnes;
    }

    /** Each pause is at least as long as the lower bound of its bucket. */
    private LongPauseTotals countedLongOnes() {
        LongPauseTotals longOnes = LongPauseTotals.NONE;
        for (Histogram each : pauses.histograms()) {
            for (int i = 0; i < each.counts().size(); i++) {
                longOnes = longOnes.plus(each.counts().get(i), lowerBound(i));
            }
        }
        return longOnes;
    }

    private long known() {
        return pauses.histograms().stream().mapToLong(Histogram::count).sum();
    }

    private long merged() {
        return pauses.merged().stream().mapToLong(Merged::count).sum();
    }

    /**
     * Returns whether the list of last pauses contains each pause of the period, with its duration.
     */
    private boolean isListed() {
        return merged() == 0
                && pauses.last().stream().mapToLong(PauseEvent::count).sum() == known();
    }

    /**
     * Returns a quantile: exact if all pauses are listed, else the bounds of its bucket. A merged
     * pause may have any length from 0 to the sum of all merged pauses.
     */
    private Quantile quantile(double share, double longestSeconds) {
        long count = known() + merged();
        if (count == 0) {
            return Quantile.UNKNOWN;
        }
        long rank = Math.max(1, (long) Math.ceil(share * count));
        if (isListed()) {
            double[] sorted =
                    pauses.last().stream().mapToDouble(PauseEvent::seconds).sorted().toArray();
            return Quantile.exactly(sorted[(int) rank - 1]);
        }
        double mostMerged = pauses.merged().stream().mapToDouble(Merged::seconds).sum();
        double least = rank <= merged() ? 0 : lowerBound(bucket(rank - merged()));
        double mostKnown =
                known() == 0 ? 0 : upperBound(bucket(Math.min(rank, known())), longestSeconds);
        double most = rank > known() ? Math.max(mostMerged, mostKnown) : mostKnown;
        return new Quantile(least, Math.max(least, most));
    }

    /** Returns the bucket of the pause with this rank, 1 for the shortest. */
    private int bucket(long rank) {
        long below = 0;
        for (int i = 0; i < GcPauses.BOUNDS.size(); i++) {
            int bucket = i;
            below +=
                    pauses.histograms().stream().mapToLong(each -> each.counts().get(bucket)).sum();
            if (below >= rank) {
                return i;
            }
        }
        return GcPauses.BOUNDS.size();
    }

    private static double lowerBound(int bucket) {
        return bucket == 0 ? 0 : GcPauses.BOUNDS.get(bucket - 1);
    }

    private static double upperBound(int bucket, double longestSeconds) {
        double bound =
                bucket < GcPauses.BOUNDS.size()
                        ? GcPauses.BOUNDS.get(bucket)
                        : Double.POSITIVE_INFINITY;
        return Double.isNaN(longestSeconds) ? bound : Math.min(bound, longestSeconds);
    }

    /** Returns the totals by cause, most seconds first. */
    List<CauseTotal> causes() {
        return pauses.histograms().stream()
                .map(
                        each ->
                                new CauseTotal(
                                        each.collector(),
                                        each.cause(),
                                        each.count(),
                                        each.seconds()))
                .sorted(Comparator.comparingDouble(CauseTotal::seconds).reversed())
                .toList();
    }

    /** Returns the last pauses of the period, oldest first, with their times. */
    List<GcEvent> events(Function<PauseEvent, Instant> timeOf) {
        List<PauseEvent> last = pauses.last();
        return last.stream()
                .skip(Math.max(0, last.size() - GcActivity.MOST_EVENTS))
                .map(
                        each ->
                                new GcEvent(
                                        Optional.of(timeOf.apply(each)),
                                        each.uptimeSeconds(),
                                        each.count(),
                                        each.seconds(),
                                        each.collector(),
                                        each.count() == 1 ? each.cause() : each.count() + " pauses",
                                        Double.NaN,
                                        Double.NaN,
                                        Double.NaN))
                .toList();
    }

    /**
     * Returns the full collections; unknown for collectors that also count other pauses as full
     * collections.
     *
     * @param leftBytes after the last collection of the old generation
     */
    FullCollections full(double leftBytes) {
        boolean isSeparate =
                pauses.merged().stream().anyMatch(each -> YOUNG.contains(each.collector()))
                        && pauses.merged().stream()
                                .anyMatch(each -> FULL.contains(each.collector()));
        if (!isSeparate) {
            return FullCollections.UNKNOWN;
        }
        double count = 0;
        double seconds = 0;
        double requestedCount = 0;
        double requestedSeconds = 0;
        for (Histogram each : pauses.histograms()) {
            if (FULL.contains(each.collector())) {
                boolean isRequested = GcCauseClassifier.isRequested(each.cause());
                count += each.count();
                seconds += each.seconds();
                requestedCount += isRequested ? each.count() : 0;
                requestedSeconds += isRequested ? each.seconds() : 0;
            }
        }
        for (Merged each : pauses.merged()) {
            if (FULL.contains(each.collector())) {
                count += each.count();
                seconds += each.seconds();
            }
        }
        return new FullCollections(count, seconds, requestedCount, requestedSeconds, leftBytes);
    }

    /**
     * Returns the pauses with a cause that is a sign of trouble. If there are none, but some pauses
     * have an unknown cause, the entry is missing, because the count is unknown.
     */
    Map<Trouble, Occurrences> troubles() {
        Map<Trouble, Occurrences> found = new EnumMap<>(Trouble.class);
        if (!isKnown()) {
            return found;
        }
        put(found, Trouble.EXPLICIT_GC, "System.gc()"::equals);
        put(found, Trouble.DIAGNOSTIC_GC, DIAGNOSTIC::contains);
        put(found, Trouble.METADATA_FULL, GcCauseClassifier::isOfFullMetaspace);
        put(found, Trouble.METADATA_THRESHOLD, "Metadata GC Threshold"::equals);
        put(found, Trouble.CODE_CACHE, GcCauseClassifier::isOfCodeCache);
        if (pauses.merged().stream().anyMatch(each -> each.collector().startsWith("G1 "))) {
            put(found, Trouble.HUMONGOUS_ALLOCATION, "G1 Humongous Allocation"::equals);
        }
        if (pauses.merged().stream().anyMatch(each -> each.collector().startsWith("ZGC "))) {
            put(found, Trouble.ALLOCATION_STALL_CYCLE, "Allocation Stall"::equals);
        }
        return found;
    }

    private void put(Map<Trouble, Occurrences> found, Trouble trouble, Predicate<String> cause) {
        long count = 0;
        double seconds = 0;
        for (Histogram each : pauses.histograms()) {
            if (cause.test(each.cause())) {
                count += each.count();
                seconds += each.seconds();
            }
        }
        if (count > 0) {
            found.put(trouble, new Occurrences(count, seconds, longest(cause, count)));
        } else if (merged() == 0
                && pauses.histograms().stream()
                        .noneMatch(each -> each.cause().equals(UNKNOWN_CAUSE))) {
            found.put(trouble, Occurrences.NONE);
        }
    }

    /** Returns the longest pause with a cause; NaN if not all pauses with the cause are listed. */
    private double longest(Predicate<String> cause, long count) {
        double[] listed =
                pauses.last().stream()
                        .filter(each -> each.count() == 1 && cause.test(each.cause()))
                        .mapToDouble(PauseEvent::seconds)
                        .toArray();
        return listed.length == count ? Arrays.stream(listed).max().orElse(0) : Double.NaN;
    }
}
