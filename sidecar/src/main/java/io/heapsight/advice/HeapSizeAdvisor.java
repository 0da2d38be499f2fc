/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import java.util.List;
import java.util.Optional;

/**
 * Advises on the maximum heap size, by the live set. With a heap twice the live set, half of it is
 * there to be allocated from between two collections of the old generation; with less, their cost
 * rises as live / (heap - live). It is never lowered below what any collection has left, nor while
 * that grows.
 */
final class HeapSizeAdvisor implements Advisor {
    private static final double HEAP_TO_LIVE = 2;
    private static final double MOST_LIVE = 0.55;
    private static final double LEAST_LIVE = 0.25;
    private static final double LEAST_BYTES = 32 << 20;

    /** Of the most that was ever left by a collection. */
    private static final double RESERVE = 1.25;

    private static final double MUCH_LESS = 0.8;
    private static final int MANY = 5;

    @Override
    public Advice advise(Observation seen) {
        double max = seen.heapMaxBytes();
        if (Double.isNaN(max)) {
            return Advice.unknown(Subject.HEAP_SIZE, "The heap's maximum isn't known.");
        }
        if (seen.series(SampleField.GC_PAUSE_SECONDS).isEmpty()) {
            return Advice.unknown(
                    Subject.HEAP_SIZE, "Without counters the JVM tells nothing of collections.");
        }
        if (seen.jvm().collector().toOptional().orElse("").equals("Epsilon")) {
            return Advice.unknown(
                    Subject.HEAP_SIZE,
                    "Epsilon never collects: the live set is not known. GET /histogram shows all"
                            + " objects, GET /histogram?live=true does not free any.");
        }
        if (seen.series(SampleField.OLD_AFTER_GC_BYTES).isEmpty()) {
            return Advice.wait(
                    Subject.HEAP_SIZE,
                    "No collection of the old generation (of the heap, where there is none) in the %d min so far: wait for one, or run a full GC by GET /histogram?live=true."
                            .formatted(seen.span().toMinutes()));
        }
        LiveSet live = LiveSet.of(seen);
        double share = live.p95Bytes() / max;
        double needed = needed(live);
        Optional<String> kept = needed < max ? keepsMaximum(seen, live) : Optional.empty();
        return new Advice(
                Subject.HEAP_SIZE,
                conclusion(live, share, needed < MUCH_LESS * max, kept.isPresent()),
                "After a collection of the old generation %s are in use, %s of the heap's %s.%s"
                        .formatted(
                                Sizes.words(live.p95Bytes()),
                                Sizes.percent(share),
                                Sizes.words(max),
                                kept.orElse(reason(share))),
                List.of(
                        new Figure("liveSetBytes", live.p95Bytes()),
                        new Figure("heapMaxBytes", max),
                        new Figure("liveSetRatio", share),
                        new Figure("oldCollections", live.readings()),
                        new Figure("leftByLastCollectionsBytes", live.sinceBytes()),
                        new Figure(
                                "gcOverheadRatio",
                                seen.series(SampleField.GC_OVERHEAD_RATIO).mean())),
                List.of(
                        new Setting(
                                "-Xmx",
                                Sizes.flagIfAny(max),
                                Sizes.flag(kept.isPresent() ? max : needed))),
                certainty(live.readings()),
                live.readings()
                        + " collections of the old generation, the 95th percentile of them");
    }

    /** A maximum that is larger than that is not needed, by all that was seen. */
    private static double needed(LiveSet live) {
        double since = Double.isNaN(live.sinceBytes()) ? 0 : live.sinceBytes();
        double most = Math.max(live.maxBytes(), since);
        double needed = Math.max(HEAP_TO_LIVE * live.p95Bytes(), RESERVE * most);
        return Math.max(LEAST_BYTES, needed);
    }

    private static Conclusion conclusion(
            LiveSet live, double share, boolean muchLess, boolean kept) {
        if (share > MOST_LIVE) {
            return Conclusion.CHANGE;
        }
        if (share >= LEAST_LIVE) {
            return live.grows() ? Conclusion.WAIT : Conclusion.FINE;
        }
        if (kept) {
            return Conclusion.WAIT;
        }
        return muchLess ? Conclusion.CHANGE : Conclusion.FINE;
    }

    /** Why a smaller maximum can't be suggested yet; empty when it can. */
    private static Optional<String> keepsMaximum(Observation seen, LiveSet live) {
        if (live.grows()) {
            return Optional.of(
                    " It grows from one to the next: a maximum is not lowered under what grows; GET /histogram/diff tells which classes do.");
        }
        if (live.isStale()) {
            return Optional.of(
                    " Since then collections have left up to %s: whether that lives, the next one of the old generation tells, or a full GC by GET /histogram?live=true."
                            .formatted(Sizes.words(live.sinceBytes())));
        }
        Forecast forecast = seen.forecast(seen.unreclaimable(), Double.NaN);
        return switch (forecast.verdict()) {
            case GROWING -> Optional.of(" Its memory grows: a maximum is not lowered meanwhile.");
            case UNKNOWN -> Optional.of(" To suggest less, %s.".formatted(forecast.because()));
            case NO_TREND, BOUNDED -> Optional.empty();
        };
    }

    private static String reason(double share) {
        if (share > MOST_LIVE) {
            return " Collections have little to free: give twice what lives.";
        }
        return share < LEAST_LIVE ? " Less would do." : "";
    }

    private static Certainty certainty(int collections) {
        if (collections >= MANY) {
            return Certainty.HIGH;
        }
        return collections > 1 ? Certainty.MEDIUM : Certainty.LOW;
    }
}
