/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import java.util.List;

/**
 * Advises on the container's memory limit. What it must hold is what can't be dropped: anonymous
 * memory and what the kernel holds, at their peak, and that with a heap that has grown to its
 * maximum; a tenth more for what wasn't seen. It is lowered only when nothing grows.
 */
final class MemoryLimitAdvisor implements Advisor {
    private static final double RESERVE = 1.1;
    private static final double TOO_LARGE = 1.5;
    private static final double SECONDS_PER_HOUR = 3600;

    @Override
    public Advice advise(Observation seen) {
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.MEMORY_LIMIT, seen.tooShort().get());
        }
        if (seen.sharedGroup().isPresent()) {
            return Advice.unknown(Subject.MEMORY_LIMIT, seen.sharedGroup().get());
        }
        Series held = new Series(seen.unreclaimable());
        if (held.isEmpty()) {
            return Advice.unknown(
                    Subject.MEMORY_LIMIT, "Neither its control group nor its process can be read.");
        }
        Need need = Need.of(seen, held.max());
        double limit = seen.series(SampleField.CONTAINER_MEMORY_LIMIT_BYTES).last();
        Forecast forecast = need.forecast(seen, limit);
        boolean tooLarge = limit > TOO_LARGE * need.bytes();
        boolean keep = tooLarge && !isStill(seen, forecast);
        return new Advice(
                Subject.MEMORY_LIMIT,
                conclusion(limit >= need.bytes(), tooLarge, keep, forecast),
                finding(need, limit) + outlook(keep, forecast),
                List.of(
                        new Figure("peakAnonymousBytes", need.peak()),
                        new Figure("outsideHeapBytes", need.outside()),
                        new Figure("heapMaxBytes", seen.heapMaxBytes()),
                        new Figure("kernelBytes", need.kernel()),
                        new Figure("neededBytes", need.bytes()),
                        new Figure("limitBytes", limit),
                        new Figure("headroomRatio", 1 - need.peak() / limit)),
                List.of(
                        new Setting(
                                "memory limit",
                                Sizes.quantityIfAny(limit),
                                Sizes.quantity(keep ? limit : need.bytes()))),
                seen.certainty(),
                seen.seenFor());
    }

    /**
     * What the limit must hold.
     *
     * @param peak of memory that can't be dropped
     * @param outside of it, what is not heap; NaN where that can't be told
     * @param full with a heap at its maximum
     * @param kernel what the kernel holds; NaN where that can't be told
     */
    private record Need(double peak, double outside, double full, double kernel) {
        static Need of(Observation seen, double peak) {
            double outside = new Series(OutsideHeap.of(seen).likely()).max();
            double heapMax = seen.heapMaxBytes();
            return new Need(
                    peak,
                    outside,
                    Double.isNaN(heapMax + outside) ? peak : Math.max(peak, heapMax + outside),
                    seen.series(SampleField.CONTAINER_MEMORY_KERNEL_BYTES).max());
        }

        double bytes() {
            return RESERVE * (full + kernelOrNone());
        }

        /** Of what is not heap, where that can be told, beside a full heap; otherwise of all. */
        Forecast forecast(Observation seen, double limit) {
            return Double.isNaN(outside)
                    ? seen.forecast(seen.unreclaimable(), limit - kernelOrNone())
                    : seen.forecast(
                            OutsideHeap.of(seen).trend(),
                            limit - kernelOrNone() - (full - outside));
        }

        private double kernelOrNone() {
            return Double.isNaN(kernel) ? 0 : kernel;
        }
    }

    /** Only then less is suggested. */
    private static boolean isStill(Observation seen, Forecast forecast) {
        return forecast.verdict() == Forecast.Verdict.NO_TREND
                && seen.forecast(seen.unreclaimable(), Double.NaN).verdict()
                        == Forecast.Verdict.NO_TREND;
    }

    private static Conclusion conclusion(
            boolean holds, boolean tooLarge, boolean keep, Forecast forecast) {
        if (!holds || forecast.verdict() == Forecast.Verdict.GROWING) {
            return Conclusion.CHANGE;
        }
        if (keep) {
            return Conclusion.WAIT;
        }
        return tooLarge ? Conclusion.CHANGE : Conclusion.FINE;
    }

    private static String outlook(boolean keep, Forecast forecast) {
        return switch (forecast.verdict()) {
            case GROWING -> growing(forecast);
            case UNKNOWN -> keep ? " To suggest less, %s.".formatted(forecast.because()) : "";
            case NO_TREND, BOUNDED ->
                    keep ? " A limit is not lowered before the heap has stopped growing." : "";
        };
    }

    private static String growing(Forecast forecast) {
        return " What is not heap grows by %s an hour%s: GET /memory tells where it is."
                .formatted(
                        Sizes.words(
                                SECONDS_PER_HOUR * forecast.bytesPerSecond().orElseThrow().value()),
                        forecast.secondsToLimit()
                                .map(
                                        seconds ->
                                                ", and with a full heap reaches the limit in %s (%s to %s)"
                                                        .formatted(
                                                                Sizes.duration(seconds.value()),
                                                                Sizes.duration(seconds.low()),
                                                                Sizes.duration(seconds.high())))
                                .orElse(""));
    }

    private static String finding(Need need, double limit) {
        String use =
                "Memory that can't be dropped peaked at %s, and comes to %s when the heap is full."
                        .formatted(Sizes.words(need.peak()), Sizes.words(need.full()));
        if (Double.isNaN(limit)) {
            return use + " There is no limit: one JVM that grows takes the node's memory.";
        }
        if (limit < need.bytes()) {
            return use
                    + " With a tenth in reserve that is more than the limit of %s: raise it, or lower -Xmx."
                            .formatted(Sizes.words(limit));
        }
        return use
                + (limit > TOO_LARGE * need.bytes()
                                ? " The limit of %s is far more than that."
                                : " The limit of %s holds it.")
                        .formatted(Sizes.words(limit));
    }
}
