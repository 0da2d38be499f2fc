/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.RunSamples;
import java.util.List;
import java.util.Optional;

/**
 * Advises on the choice of collector, by what pauses cost now: no other collector can win back more
 * than that. Concurrent collectors take CPUs and memory for it, of which there must be some.
 */
final class CollectorAdvisor implements Advisor {
    private static final double MUCH_OVERHEAD = 0.05;
    private static final double LONG_PAUSE_SECONDS = 0.2;
    private static final double CPUS_FOR_CONCURRENT = 2;
    private static final double HEAP_FOR_CONCURRENT = 1L << 31;
    private static final String FLAG = "-XX:+Use";

    @Override
    public Advice advise(Observation seen) {
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.COLLECTOR, seen.tooShort().get());
        }
        String collector = seen.jvm().collector().toOptional().orElse("");
        Series pauses = seen.series(SampleField.GC_PAUSE_SECONDS);
        if (collector.isEmpty() || pauses.isEmpty()) {
            return Advice.unknown(
                    Subject.COLLECTOR, "Without counters the JVM tells nothing of its pauses.");
        }
        double overhead = pauses.increase() / (seen.span().toMillis() / 1000.0);
        double longest = longest(seen.samples());
        double quota = seen.series(SampleField.CONTAINER_CPU_LIMIT_CORES).last();
        double cpus = Double.isNaN(quota) ? seen.processors() : Math.min(quota, seen.processors());
        Builds builds = Builds.of(seen);
        Optional<String> better =
                better(collector, overhead, longest, cpus, seen.heapMaxBytes(), builds);
        String cost =
                "%s stops the application for %s of the time, at most %.0f ms between two samples."
                        .formatted(collector, Sizes.percent(overhead), 1000 * longest);
        return new Advice(
                Subject.COLLECTOR,
                better.isPresent() ? Conclusion.CHANGE : Conclusion.FINE,
                cost
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
                                                        "collector",
                                                        Optional.of(flag(collector)),
                                                        flag(to))))
                        .orElse(List.of()),
                seen.certainty(),
                seen.seenFor());
    }

    private static String why(double overhead, double longest) {
        return overhead <= MUCH_OVERHEAD && longest <= LONG_PAUSE_SECONDS
                ? " No collector can win back more than that."
                : " Another one would want more CPUs or a larger heap than there are.";
    }

    private static Optional<String> better(
            String now, double overhead, double longest, double cpus, double heap, Builds builds) {
        if (cpus < CPUS_FOR_CONCURRENT) {
            return Optional.empty();
        }
        boolean stopsAll = now.equals("Serial") || now.equals("Parallel");
        if (longest > LONG_PAUSE_SECONDS) {
            if (heap >= HEAP_FOR_CONCURRENT && builds.zgc() && !now.equals("ZGC")) {
                return Optional.of("ZGC");
            }
            if (heap >= HEAP_FOR_CONCURRENT && builds.shenandoah() && !now.equals("Shenandoah")) {
                return Optional.of("Shenandoah");
            }
            return stopsAll ? Optional.of("G1") : Optional.empty();
        }
        return overhead > MUCH_OVERHEAD && !now.equals("Parallel")
                ? Optional.of("Parallel")
                : Optional.empty();
    }

    private static String flag(String collector) {
        return FLAG + (collector.equals("ZGC") ? "ZGC" : collector + "GC");
    }

    /** The longest that it stood still between two samples: at least as long as any one pause. */
    private static double longest(RunSamples samples) {
        double longest = 0;
        for (int i = 1; i < samples.size(); i++) {
            double pause =
                    samples.value(SampleField.GC_PAUSE_SECONDS, i)
                            - samples.value(SampleField.GC_PAUSE_SECONDS, i - 1);
            longest = pause > longest ? pause : longest; // NaN is not
        }
        return longest;
    }

    /** The concurrent collectors that the target's JDK was built with, by the flags it knows. */
    private record Builds(boolean told, boolean zgc, boolean shenandoah) {
        private static final int FIRST_ZGC = 15;

        static Builds of(Observation seen) {
            var flags = seen.flags().values();
            boolean current = seen.jvm().javaMajor().orElse(0) >= FIRST_ZGC;
            return new Builds(
                    !flags.isEmpty(),
                    current && flags.containsKey("ZCollectionInterval"),
                    flags.containsKey("ShenandoahGCHeuristics"));
        }

        String sentence() {
            if (!told) {
                return "Which collectors its JDK was built with can't be told, since commands"
                        + " don't reach it.";
            }
            return "Its JDK has %s ZGC and %s Shenandoah."
                    .formatted(zgc ? "a" : "no", shenandoah ? "a" : "no")
                    .replace("has a ", "has ")
                    .replace("and a ", "and ");
        }
    }
}
