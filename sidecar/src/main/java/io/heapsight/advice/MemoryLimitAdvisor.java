/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.memory.Forecast;
import java.util.List;
import java.util.Optional;

/**
 * Advises on the container's memory limit. What it must hold is what can't be dropped: anonymous
 * memory, what the kernel holds and the files that the program runs from, at their peak, and that
 * with a heap that has grown to its maximum; a tenth more for what wasn't seen.
 */
final class MemoryLimitAdvisor implements SizeAdvisor {
    private static final double SECONDS_PER_HOUR = 3600;

    @Override
    public Advice advise(Sizing sizes) {
        Past past = sizes.past();
        Observation seen = past.seen();
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.MEMORY_LIMIT, seen.tooShort().get());
        }
        if (seen.sharedGroup().isPresent()) {
            return Advice.unknown(Subject.MEMORY_LIMIT, seen.sharedGroup().get());
        }
        if (Double.isNaN(past.peakBytes())) {
            return Advice.unknown(
                    Subject.MEMORY_LIMIT, "Neither its control group nor its process can be read.");
        }
        double limit = past.now().limitBytes();
        LimitChoice choice = sizes.limit();
        Forecast forecast = seen.forecast().outside();
        Optional<MemoryThrottling> throttling = MemoryThrottling.of(seen);
        return new Advice(
                Subject.MEMORY_LIMIT,
                throttling.isPresent() ? Conclusion.CHANGE : conclusion(choice, forecast),
                LimitChangeSentence.of(past).map(each -> each + " ").orElse("")
                        + throttling.map(each -> each.sentence() + " ").orElse("")
                        + finding(sizes, limit)
                        + outlook(choice, forecast),
                List.of(
                        new Figure("peakAnonymousBytes", past.peakBytes()),
                        new Figure("outsideHeapBytes", past.outsideBytes()),
                        new Figure("heapMaxBytes", past.now().heapMaxBytes()),
                        new Figure("kernelBytes", past.kernelBytes()),
                        new Figure("mappedFilesBytes", past.mappedBytes()),
                        new Figure("neededBytes", choice.neededBytes()),
                        new Figure("limitBytes", limit),
                        new Figure("memoryHighBytes", past.now().highBytes()),
                        new Figure("headroomRatio", 1 - past.peakBytes() / past.now().heldBytes())),
                choice.settings(),
                choice.refused(),
                seen.certainty(),
                seen.seenFor());
    }

    private static Conclusion conclusion(LimitChoice choice, Forecast forecast) {
        if (forecast.verdict() == Forecast.Verdict.GROWING) {
            return Conclusion.CHANGE;
        }
        return switch (choice.move()) {
            case KEEP -> Conclusion.FINE;
            case WAIT -> Conclusion.WAIT;
            case MORE, HEAP, HIGH, LESS -> Conclusion.CHANGE;
        };
    }

    private static String outlook(LimitChoice choice, Forecast forecast) {
        if (forecast.verdict() == Forecast.Verdict.GROWING) {
            return growing(forecast);
        }
        return choice.refused().stream()
                .map(Refused::because)
                .findFirst()
                .map(because -> " " + because)
                .orElse("");
    }

    private static String growing(Forecast forecast) {
        return " What is not heap grows by %s an hour%s: GET /memory tells where it is."
                .formatted(
                        Sizes.words(
                                SECONDS_PER_HOUR * forecast.bytesPerSecond().orElseThrow().value()),
                        forecast.secondsToLimit()
                                .map(
                                        seconds ->
                                                ", and reaches the limit in %s (%s to %s)"
                                                        .formatted(
                                                                Sizes.duration(seconds.value()),
                                                                Sizes.duration(seconds.low()),
                                                                Sizes.duration(seconds.high())))
                                .orElse(""));
    }

    private static String finding(Sizing sizes, double limit) {
        Past past = sizes.past();
        String use =
                "Memory that can't be dropped peaked at %s, and comes to %s when the heap is full."
                        .formatted(
                                Sizes.words(past.peakBytes()),
                                Sizes.words(past.least(past.now().heapMaxBytes())));
        if (Double.isNaN(limit)) {
            return use
                    + (past.now().heldBytes() < sizes.limit().neededBytes()
                            ? " There is no limit, but" + throttled(sizes)
                            : " There is no limit: one JVM that grows takes the node's memory.");
        }
        return use + against(sizes, limit) + notALeak(sizes);
    }

    private static String against(Sizing sizes, double limit) {
        Bounds now = sizes.past().now();
        return switch (sizes.limit().move()) {
            case MORE ->
                    " With a tenth in reserve the limit of %s does not hold that, or what the heap needs: raise it, or lower the heap's maximum if heap-size says so."
                            .formatted(Sizes.words(limit));
            case HEAP ->
                    " With a tenth in reserve that is more than the %s, which holds the smaller heap that is suggested."
                            .formatted(now.heldWords());
            case HIGH ->
                    " The limit of %s holds it, but".formatted(Sizes.words(limit))
                            + throttled(sizes);
            case KEEP -> " The limit of %s holds it.".formatted(Sizes.words(limit));
            case LESS, WAIT ->
                    " The limit of %s is far more than that.".formatted(Sizes.words(limit));
        };
    }

    private static String throttled(Sizing sizes) {
        return " above memory.high, %s, the kernel throttles the container: raise memory.high to %s, or remove it."
                .formatted(
                        Sizes.words(sizes.past().now().highBytes()),
                        Sizes.quantity(sizes.limit().neededBytes()));
    }

    private static String notALeak(Sizing sizes) {
        return sizes.unfit().map(unfit -> " " + unfit.sentence()).orElse("");
    }
}
