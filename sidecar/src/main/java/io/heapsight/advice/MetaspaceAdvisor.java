/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.TuningOption;
import io.heapsight.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Advises on the sizes of metaspace. The maximum limits committed memory, so the suggestion is a
 * quarter more than its peak. The suggested MetaspaceSize, below which metaspace triggers no
 * collection, is the peak. Also shows a common rule: 20 to 25 % of -Xmx. Suggests no new or lower
 * maximum while metaspace grows or may grow: a maximum would only make a leak fail earlier.
 */
final class MetaspaceAdvisor implements SizeAdvisor {
    private static final double RESERVE = 1.25;
    private static final double NEAR = 0.9;
    private static final double LEAST_BY_RULE = 0.2;
    private static final double MOST_BY_RULE = 0.25;
    private static final double MUCH_LESS = 0.8;
    private static final double SETTLED = 1.02;

    /**
     * Share of the loaded classes above which unloading shows that a program replaces its classes.
     */
    private static final double LEAST_UNLOADED = 0.1;

    /** Smallest suggested maximum, with room for tools and agents loaded later. */
    private static final double LEAST_MAXIMUM = 32 << 20;

    @Override
    public Advice advise(RecommendedSizes sizes) {
        TargetObservation seen = sizes.past().seen();
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.METASPACE, seen.tooShort().get());
        }
        MetaspaceSeries metaspace = MetaspaceSeries.of(seen);
        NonNanValues committed = new NonNanValues(metaspace.committed());
        if (committed.isEmpty() && seen.series(SampleField.GC_PAUSE_SECONDS).isEmpty()) {
            return Advice.unknown(
                    Subject.METASPACE,
                    "Neither counters nor commands show metaspace: see GET /doctor for the"
                            + " reason.");
        }
        if (committed.isEmpty()) {
            return Advice.wait(
                    Subject.METASPACE,
                    "The JVM updates metaspace counters at a collection, and none has run: wait for"
                            + " the"
                            + " first.");
        }
        double max = sizes.past().now().metaspaceBytes();
        double heapMax = seen.heapMaxBytes();
        Growth growth = Growth.of(seen, metaspace, max);
        double peak = committed.max();
        return new Advice(
                Subject.METASPACE,
                conclusion(peak > NEAR * max, growth),
                finding(peak, max, growth),
                List.of(
                        new Figure(
                                "metaspaceUsedBytes",
                                seen.series(SampleField.NONHEAP_USED_BYTES).max()),
                        new Figure("metaspaceCommittedBytes", peak),
                        new Figure("maxMetaspaceBytes", max),
                        new Figure("maxMetaspaceUsedRatio", peak / max),
                        new Figure("classesLoaded", growth.loaded()),
                        new Figure("classesUnloaded", growth.unloaded()),
                        new Figure("ruleOfThumbLowBytes", LEAST_BY_RULE * heapMax),
                        new Figure("ruleOfThumbHighBytes", MOST_BY_RULE * heapMax)),
                settings(sizes, peak, max, growth),
                List.of(),
                growth.isSeen() ? Certainty.LOW : seen.certainty(),
                growth.isSeen() ? "it is still changing" : seen.seenFor());
    }

    private static Conclusion conclusion(boolean nearMaximum, Growth growth) {
        boolean grows = growth.forecast().verdict() == Forecast.Verdict.GROWING;
        if (nearMaximum || (grows && growth.isSustained())) {
            return Conclusion.CHANGE;
        }
        return growth.isSeen() ? Conclusion.WAIT : Conclusion.FINE;
    }

    /** Returns the settings; lowers or sets no maximum while its part grows or may grow. */
    private static List<Setting> settings(
            RecommendedSizes sizes, double peak, double max, Growth growth) {
        TargetObservation seen = sizes.past().seen();
        List<Setting> settings = new ArrayList<>();
        double wanted = Math.max(LEAST_MAXIMUM, RESERVE * peak);
        // Without an answer from the JVM, only the value after the last collection is known.
        boolean still =
                seen.metaspaceCommittedBytes().isPresent()
                        && sizes.past().trends().forbidsSmallerMetaspace().isEmpty()
                        && !growth.isSeen();
        if (!Double.isNaN(max)) {
            boolean much = still && wanted < MUCH_LESS * max;
            settings.add(
                    new Setting(
                            TuningOption.MAX_METASPACE,
                            Optional.of(SizeFormatter.flag(max)),
                            SizeFormatter.flag(much ? wanted : Math.max(max, wanted))));
        } else if (still && seen.certainty() != Certainty.LOW) {
            settings.add(
                    new Setting(
                            TuningOption.MAX_METASPACE,
                            Optional.empty(),
                            SizeFormatter.flag(wanted)));
        }
        double initial = seen.flagBytes("MetaspaceSize");
        settings.add(
                new Setting(
                        TuningOption.METASPACE,
                        SizeFormatter.flagIfAny(initial),
                        SizeFormatter.flag(
                                Double.isNaN(initial) ? peak : Math.max(initial, peak))));
        return settings;
    }

    private static String finding(double peak, double max, Growth growth) {
        String measured =
                "Metaspace takes "
                        + SizeFormatter.words(peak)
                        + (growth.isSeen() ? " and grows" : "");
        String against =
                Double.isNaN(max)
                        ? "; it has no maximum, so a class leak ends at the container's limit."
                        : ", %s of its maximum%s"
                                .formatted(
                                        SizeFormatter.percent(peak / max),
                                        peak > NEAR * max
                                                ? ": a few more classes cause an OutOfMemoryError."
                                                : ".");
        return measured + against + growth.sentences();
    }

    /**
     * The trend of metaspace and the number of classes.
     *
     * @param isSeen whether the later half of the samples is higher
     * @param hasMaximum whether it would reach a maximum, or else the container's limit
     * @param forecast of metaspace alone
     * @param secondsToEnd until metaspace reaches its maximum, or all memory the container's limit:
     *     class loaders also use malloc memory
     * @param isSustained whether metaspace keeps growing after the start and, without a maximum,
     *     memory outside the heap grows, too
     * @param loaded classes, during the observation
     * @param unloaded classes, in the same time
     */
    private record Growth(
            boolean isSeen,
            boolean hasMaximum,
            Forecast forecast,
            Optional<Estimate> secondsToEnd,
            boolean isSustained,
            double loaded,
            double unloaded) {
        static Growth of(TargetObservation seen, MetaspaceSeries metaspace, double max) {
            NonNanValues committed = new NonNanValues(metaspace.committed());
            Forecast forecast = seen.forecast(metaspace.committed(), max);
            // The end at the limit counts only if this growth causes it: a heap ends at -Xmx.
            Forecast outside = seen.forecast().outside();
            Forecast sustained = seen.sustained(metaspace.committed(), max);
            boolean hasMaximum = !Double.isNaN(max);
            boolean grows = sustained.verdict() == Forecast.Verdict.GROWING;
            boolean carries =
                    forecast.verdict() == Forecast.Verdict.GROWING
                            || rises(new NonNanValues(metaspace.classes()));
            return new Growth(
                    rises(committed)
                            || rises(new NonNanValues(metaspace.classes()))
                            || forecast.verdict() == Forecast.Verdict.GROWING,
                    hasMaximum,
                    forecast,
                    hasMaximum
                            ? sustained.secondsToLimit()
                            : outside.secondsToLimit().filter(_ -> carries),
                    grows
                            && (hasMaximum
                                    || outside.verdict() == Forecast.Verdict.GROWING
                                    || outside.verdict() == Forecast.Verdict.BOUNDED),
                    seen.series(SampleField.CLASSES_LOADED).increase(),
                    seen.series(SampleField.CLASSES_UNLOADED).increase());
        }

        private static boolean rises(NonNanValues series) {
            return series.max() > SETTLED * series.maxOfFirstHalf();
        }

        /** Returns sentences about the growth; empty if there is none. */
        String sentences() {
            return isSeen ? reached() + leak() : "";
        }

        private String reached() {
            return secondsToEnd
                    .map(
                            seconds ->
                                    " At this rate, %s is reached in %s (%s to %s)."
                                            .formatted(
                                                    hasMaximum
                                                            ? "its maximum"
                                                            : "the container's limit",
                                                    SizeFormatter.duration(seconds.value()),
                                                    SizeFormatter.duration(seconds.low()),
                                                    SizeFormatter.duration(seconds.high())))
                    .orElse("");
        }

        private String leak() {
            if (loaded > 0 && unloaded < LEAST_UNLOADED * loaded) {
                return " %.0f classes were loaded during the observation, and %.0f unloaded: if that continues, class loaders leak or classes are generated repeatedly. The class loaders of a heap dump (POST /heapdumps) show which, and a larger maximum only postpones the error."
                        .formatted(loaded, unloaded);
            }
            return "";
        }
    }
}
