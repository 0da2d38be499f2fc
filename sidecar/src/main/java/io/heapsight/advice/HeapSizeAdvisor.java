/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.Signal;
import java.util.List;

/**
 * The heap's maximum against what lives. With a heap twice the live set, half of it is there to be
 * allocated from between two collections of the old generation; with less, their cost rises as live
 * / (heap - live).
 */
final class HeapSizeAdvisor implements Advisor {
    private static final double HEAP_TO_LIVE = 2;
    private static final double MOST_LIVE = 0.55;
    private static final double LEAST_LIVE = 0.25;
    private static final double LEAST_BYTES = 32 << 20;
    private static final int MANY = 5;

    @Override
    public Advice advise(Observation seen) {
        Series after = seen.series(Signal.OLD_AFTER_GC_BYTES);
        double max = seen.heapMaxBytes();
        if (Double.isNaN(max)) {
            return Advice.unknown(Subject.HEAP_SIZE, "The heap's maximum isn't known.");
        }
        if (seen.series(Signal.GC_PAUSE_SECONDS).isEmpty()) {
            return Advice.unknown(
                    Subject.HEAP_SIZE, "Without counters the JVM tells nothing of collections.");
        }
        if (after.isEmpty()) {
            return Advice.wait(
                    Subject.HEAP_SIZE,
                    "The old generation has not been collected in the %d min so far: wait until it is, or run a full GC by GET /histogram?live=true."
                            .formatted(seen.span().toMinutes()));
        }
        double live = after.p95();
        double share = live / max;
        Conclusion conclusion =
                share > MOST_LIVE || share < LEAST_LIVE ? Conclusion.CHANGE : Conclusion.FINE;
        return new Advice(
                Subject.HEAP_SIZE,
                conclusion,
                "After a collection of the old generation %s are in use, %s of the heap's %s.%s"
                        .formatted(
                                Sizes.words(live),
                                Sizes.percent(share),
                                Sizes.words(max),
                                reason(share)),
                List.of(
                        new Figure("liveSetBytes", live),
                        new Figure("heapMaxBytes", max),
                        new Figure("liveSetRatio", share),
                        new Figure("oldCollections", after.size()),
                        new Figure(
                                "gcOverheadRatio", seen.series(Signal.GC_OVERHEAD_RATIO).mean())),
                List.of(
                        new Setting(
                                "-Xmx",
                                Sizes.flagIfAny(max),
                                Sizes.flag(Math.max(LEAST_BYTES, HEAP_TO_LIVE * live)))),
                certainty(after.size()),
                after.size() + " collections of the old generation, the 95th percentile of them");
    }

    private static String reason(double share) {
        if (share > MOST_LIVE) {
            return " Collections have little to free: give twice what lives.";
        }
        return share < LEAST_LIVE ? " Twice what lives would do." : "";
    }

    private static Certainty certainty(int collections) {
        if (collections >= MANY) {
            return Certainty.HIGH;
        }
        return collections > 1 ? Certainty.MEDIUM : Certainty.LOW;
    }
}
