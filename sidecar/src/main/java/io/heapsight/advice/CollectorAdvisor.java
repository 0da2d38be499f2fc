/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.TuningOption;
import io.heapsight.run.RunSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Advises on the choice of collector, by the present cost of pauses: another collector can save at
 * most that cost. Reports the collector's CPU time, which includes concurrent work. Suggests
 * another collector only if heap, limit and CPUs suffice for it. Always reports a high cost of
 * pauses with its cause.
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
     * Maximum size of the structures of G1, ZGC and Shenandoah outside the heap, as a share of the
     * heap.
     */
    private static final double OUTSIDE_SHARE = 0.15;

    private static final Pattern COLLECTOR_FLAG =
            Pattern.compile(
                    "-XX:\\+Use(Serial|Parallel|ParallelOld|ParNew|ConcMarkSweep|G1|Z|Shenandoah)GC");

    @Override
    public Advice advise(RecommendedSizes sizes) {
        TargetObservation seen = sizes.past().seen();
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.COLLECTOR, seen.tooShort().get());
        }
        String collector = seen.jvm().collector().toOptional().orElse("");
        if (collector.isEmpty() || seen.series(SampleField.GC_PAUSE_SECONDS).isEmpty()) {
            return Advice.unknown(Subject.COLLECTOR, TargetObservation.NO_PAUSES);
        }
        double overhead = sizes.past().cost().mean();
        double longest = pause(seen.samples(), 1);
        Builds builds = Builds.of(seen);
        Optional<String> better = better(sizes, collector, pause(seen.samples(), PAUSES), builds);
        String cost =
                "%s stops the application for %s of the time, at most %.0f ms between two samples."
                        .formatted(collector, SizeFormatter.percent(overhead), 1000 * longest);
        CollectorCpu cpu = CollectorCpu.of(seen.samples());
        boolean much = overhead > GcOverheadModel.MOST;
        return new Advice(
                Subject.COLLECTOR,
                better.isPresent() || much ? Conclusion.CHANGE : Conclusion.FINE,
                cost
                        + cpu.sentence()
                        + (overhead > MUCH_OVERHEAD ? cause(sizes) : "")
                        + better.map(to -> help(to) + replaced(seen))
                                .orElse(why(overhead, longest, cpu))
                        + " "
                        + builds.sentence(),
                figures(seen, overhead, longest, cpu),
                better.map(
                                to ->
                                        List.of(
                                                new Setting(
                                                        TuningOption.COLLECTOR,
                                                        Optional.of(CollectorFlag.of(collector, 0)),
                                                        CollectorFlag.of(
                                                                to,
                                                                seen.jvm().javaMajor().orElse(0)))))
                        .orElse(List.of()),
                List.of(),
                seen.certainty(),
                seen.seenFor());
    }

    private static List<Figure> figures(
            TargetObservation seen, double overhead, double longest, CollectorCpu cpu) {
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("gcOverheadRatio", overhead));
        figures.add(new Figure("longestPauseSeconds", longest));
        if (!Double.isNaN(cpu.share())) {
            figures.add(new Figure("gcCpuRatio", cpu.share()));
            figures.add(new Figure("gcCpuCores", cpu.gcCores()));
        }
        figures.add(new Figure("cpuCores", ServerClass.cpus(seen)));
        figures.add(new Figure("heapMaxBytes", seen.heapMaxBytes()));
        return figures;
    }

    private static String help(String collector) {
        boolean isConcurrent = collector.equals("ZGC") || collector.equals("Shenandoah");
        return " %s would help%s."
                .formatted(
                        collector,
                        isConcurrent
                                ? ", for more CPU time: compare gc.cpu of a run with each"
                                : "");
    }

    /** Names the flags of the present collector; empty without one. */
    private static String replaced(TargetObservation seen) {
        String flags =
                seen.jvm().flags().all().stream()
                        .filter(flag -> COLLECTOR_FLAG.matcher(flag.text()).matches())
                        .map(flag -> "%s (%s)".formatted(flag.text(), flag.where()))
                        .distinct()
                        .collect(Collectors.joining(" and "));
        return flags.isEmpty()
                ? ""
                : " Replace %s: the JVM does not start with two collectors.".formatted(flags);
    }

    private static String why(double overhead, double longest, CollectorCpu cpu) {
        if (overhead > MUCH_OVERHEAD) {
            return "";
        }
        if (longest <= LONG_PAUSE_SECONDS && cpu.isMuch()) {
            return " No collector can save more of the pauses; a larger heap needs less CPU time.";
        }
        return longest <= LONG_PAUSE_SECONDS
                ? " No collector can save more than that."
                : " Another one would need more CPUs, a larger heap or a larger limit.";
    }

    /** Returns the cause of expensive collections, from other figures of the samples. */
    private static String cause(RecommendedSizes sizes) {
        return " That is %s: "
                        .formatted(
                                sizes.past().cost().mean() > GcOverheadModel.MOST
                                        ? "too much"
                                        : "much")
                + GcOverheadCause.of(sizes.past()).sentence();
    }

    private static Optional<String> better(
            RecommendedSizes sizes, String now, double longest, Builds builds) {
        ObservedMemory past = sizes.past();
        double cpus = ServerClass.cpus(past.seen());
        GcOverheadCause cause = GcOverheadCause.of(past);
        boolean costly = past.cost().mean() > MUCH_OVERHEAD;
        if (cpus < CPUS_FOR_CONCURRENT || (costly && cause != GcOverheadCause.ALLOCATION)) {
            return Optional.empty();
        }
        if (longest > LONG_PAUSE_SECONDS && cause.isOfCollector()) {
            boolean large = past.now().heapMaxBytes() >= HEAP_FOR_CONCURRENT;
            if (large && builds.zgc() && !now.startsWith("ZGC") && holds(past, HEAP_TO_LIVE_ZGC)) {
                return Optional.of("ZGC");
            }
            if (large
                    && builds.shenandoah()
                    && !now.startsWith("Shenandoah")
                    && holds(past, HEAP_TO_LIVE)) {
                return Optional.of("Shenandoah");
            }
            boolean stopsAll = now.equals("Serial") || now.equals("Parallel");
            return stopsAll && holds(past, HEAP_TO_LIVE) ? Optional.of("G1") : Optional.empty();
        }
        return costly && now.equals("Serial") ? Optional.of("Parallel") : Optional.empty();
    }

    /** Returns whether the heap and the limit have room for another collector. */
    private static boolean holds(ObservedMemory past, double heapToLive) {
        double heap = past.now().heapMaxBytes();
        boolean inLimit =
                !(past.now().heldBytes()
                        < SettingsReplayCheck.RESERVE * (past.full(heap) + OUTSIDE_SHARE * heap));
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
        static Builds of(TargetObservation seen) {
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
