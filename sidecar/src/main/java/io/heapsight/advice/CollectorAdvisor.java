/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Option;
import io.heapsight.run.RunSamples;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Advises on the choice of collector, by the present cost of pauses: no other collector can save
 * more. Suggests another one only if heap, limit and CPUs suffice for it. Always reports a high
 * cost of pauses with its cause.
 */
final class CollectorAdvisor implements SizeAdvisor {
    private static final double MUCH_OVERHEAD = 0.05;
    private static final double LONG_PAUSE_SECONDS = 0.2;

    /** Minimum number of long pauses for a finding. */
    private static final int PAUSES = 3;

    private static final double CPUS_FOR_CONCURRENT = 2;
    private static final double HEAP_FOR_CONCURRENT = 1L << 31;

    /**
     * Minimum ratio of heap to live set: G1 and the concurrent collectors need free regions; ZGC
     * has no compressed references.
     */
    private static final double HEAP_TO_LIVE = 3;

    private static final double HEAP_TO_LIVE_ZGC = 4.5;

    /**
     * Maximum size of the structures of G1, ZGC and Shenandoah outside the heap, as a share of it.
     */
    private static final double OUTSIDE_SHARE = 0.15;

    @Override
    public Advice advise(Sizing sizes) {
        Observation seen = sizes.past().seen();
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.COLLECTOR, seen.tooShort().get());
        }
        String collector = seen.jvm().collector().toOptional().orElse("");
        if (collector.isEmpty() || seen.series(SampleField.GC_PAUSE_SECONDS).isEmpty()) {
            return Advice.unknown(Subject.COLLECTOR, Observation.NO_PAUSES);
        }
        double overhead = sizes.past().cost().mean();
        double longest = pause(seen.samples(), 1);
        double cpus = cpus(seen);
        Builds builds = Builds.of(seen);
        Optional<String> better = better(sizes, collector, pause(seen.samples(), PAUSES), builds);
        String cost =
                "%s stops the application for %s of the time, at most %.0f ms between two samples."
                        .formatted(collector, Sizes.percent(overhead), 1000 * longest);
        boolean much = overhead > CollectionCost.MOST;
        return new Advice(
                Subject.COLLECTOR,
                better.isPresent() || much ? Conclusion.CHANGE : Conclusion.FINE,
                cost
                        + (overhead > MUCH_OVERHEAD ? cause(sizes) : "")
                        + better.map(" %s would help."::formatted).orElse(why(overhead, longest))
                        + " "
                        + builds.sentence(),
                List.of(
                        new Figure("gcOverheadRatio", overhead),
                        new Figure("longestPauseSeconds", longest),
                        new Figure("cpuCores", cpus),
                        new Figure("heapMaxBytes", seen.heapMaxBytes())),
                better.map(
                                to ->
                                        List.of(
                                                new Setting(
                                                        Option.COLLECTOR,
                                                        Optional.of(CollectorFlag.of(collector, 0)),
                                                        CollectorFlag.of(
                                                                to,
                                                                seen.jvm().javaMajor().orElse(0)))))
                        .orElse(List.of()),
                List.of(),
                seen.certainty(),
                seen.seenFor());
    }

    private static double cpus(Observation seen) {
        double quota = seen.series(SampleField.CONTAINER_CPU_LIMIT_CORES).last();
        return Double.isNaN(quota) ? seen.processors() : Math.min(quota, seen.processors());
    }

    private static String why(double overhead, double longest) {
        if (overhead > MUCH_OVERHEAD) {
            return "";
        }
        return longest <= LONG_PAUSE_SECONDS
                ? " No collector can save more than that."
                : " Another one would need more CPUs, a larger heap or a larger limit.";
    }

    /** Returns the cause of expensive collections, from other figures of the samples. */
    private static String cause(Sizing sizes) {
        return " That is %s: "
                        .formatted(
                                sizes.past().cost().mean() > CollectionCost.MOST
                                        ? "too much"
                                        : "much")
                + PauseCause.of(sizes.past()).sentence();
    }

    private static Optional<String> better(
            Sizing sizes, String now, double longest, Builds builds) {
        Past past = sizes.past();
        double cpus = cpus(past.seen());
        PauseCause cause = PauseCause.of(past);
        boolean costly = past.cost().mean() > MUCH_OVERHEAD;
        if (cpus < CPUS_FOR_CONCURRENT || (costly && cause != PauseCause.ALLOCATION)) {
            return Optional.empty();
        }
        if (longest > LONG_PAUSE_SECONDS && cause.isOfCollector()) {
            boolean large = past.now().heapMaxBytes() >= HEAP_FOR_CONCURRENT;
            if (large && builds.zgc() && !now.equals("ZGC") && holds(past, HEAP_TO_LIVE_ZGC)) {
                return Optional.of("ZGC");
            }
            if (large
                    && builds.shenandoah()
                    && !now.equals("Shenandoah")
                    && holds(past, HEAP_TO_LIVE)) {
                return Optional.of("Shenandoah");
            }
            boolean stopsAll = now.equals("Serial") || now.equals("Parallel");
            return stopsAll && holds(past, HEAP_TO_LIVE) ? Optional.of("G1") : Optional.empty();
        }
        return costly && now.equals("Serial") ? Optional.of("Parallel") : Optional.empty();
    }

    /** Returns whether the heap and the limit have room for another collector. */
    private static boolean holds(Past past, double heapToLive) {
        double heap = past.now().heapMaxBytes();
        boolean inLimit =
                !(past.now().heldBytes()
                        < Replay.RESERVE * (past.full(heap) + OUTSIDE_SHARE * heap));
        return past.live().readings() > 0
                && !past.live().grows()
                && heap >= heapToLive * past.live().maxBytes()
                && inLimit;
    }

    /**
     * Returns the stopped time between two samples, an upper bound of each pause.
     *
     * @param rank 1 for the longest; a single pause may be caused by the machine
     */
    private static double pause(RunSamples samples, int rank) {
        double[] pauses = samples.values(SampleField.GC_PAUSE_SECONDS);
        double[] longest =
                IntStream.range(1, pauses.length)
                        .mapToDouble(i -> pauses[i] - pauses[i - 1])
                        .filter(pause -> pause > 0)
                        .sorted()
                        .toArray();
        return longest.length < rank ? 0 : longest[longest.length - rank];
    }

    /** The concurrent collectors of the target's JDK, detected by its flags. */
    private record Builds(boolean told, boolean zgc, boolean shenandoah) {
        static Builds of(Observation seen) {
            var flags = seen.flags().values();
            return new Builds(
                    !flags.isEmpty(),
                    flags.containsKey("ZCollectionInterval"),
                    flags.containsKey("ShenandoahGCHeuristics"));
        }

        String sentence() {
            if (!told) {
                return "The collectors of its JDK are unknown because it accepts no commands.";
            }
            return "Its JDK has %s ZGC and %s Shenandoah."
                    .formatted(zgc ? "a" : "no", shenandoah ? "a" : "no")
                    .replace("has a ", "has ")
                    .replace("and a ", "and ");
        }
    }
}
