/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.memory.Forecast;
import io.heapsight.unit.ByteSize;
import java.util.List;
import java.util.Optional;

/**
 * Advises on the container's memory limit. The limit must hold memory that can't be reclaimed:
 * anonymous memory, kernel memory and mapped program files. These count at their peak, with a heap
 * at its maximum, plus a tenth as a reserve.
 */
final class MemoryLimitAdvisor implements SizeAdvisor {
    private static final double SECONDS_PER_HOUR = 3600;

    @Override
    public Advice advise(RecommendedSizes sizes) {
        ObservedMemory past = sizes.past();
        TargetObservation seen = past.seen();
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.MEMORY_LIMIT, seen.tooShort().get());
        }
        if (seen.sharedGroup().isPresent()) {
            return Advice.unknown(Subject.MEMORY_LIMIT, seen.sharedGroup().get());
        }
        if (Double.isNaN(past.peakBytes())) {
            return Advice.unknown(
                    Subject.MEMORY_LIMIT, "Neither the control group nor the process can be read.");
        }
        double limit = past.now().limitBytes();
        SuggestedMemoryLimit choice = sizes.limit();
        Forecast forecast = seen.forecast().outside();
        Optional<MemoryThrottling> throttling = MemoryThrottling.of(seen);
        return new Advice(
                Subject.MEMORY_LIMIT,
                throttling.isPresent() ? Conclusion.CHANGE : conclusion(choice, forecast),
                LimitChangeEffect.of(past).map(each -> each + " ").orElse("")
                        + throttling.map(each -> each.sentence() + " ").orElse("")
                        + finding(sizes, limit)
                        + outlook(choice, forecast)
                        + otherCollector(seen, choice),
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

    private static String otherCollector(TargetObservation seen, SuggestedMemoryLimit choice) {
        return choice.settings().stream()
                .filter(Advice.Setting::isChange)
                .mapToDouble(each -> ByteSize.parse(each.suggested()).bytes())
                .mapToObj(bytes -> ServerClass.replacesSerial(seen, ServerClass.cpus(seen), bytes))
                .findFirst()
                .orElse("");
    }

    private static Conclusion conclusion(SuggestedMemoryLimit choice, Forecast forecast) {
        if (forecast.verdict() == Forecast.Verdict.GROWING) {
            return Conclusion.CHANGE;
        }
        return switch (choice.move()) {
            case KEEP -> Conclusion.FINE;
            case WAIT -> Conclusion.WAIT;
            case MORE, HEAP, HIGH, LESS -> Conclusion.CHANGE;
        };
    }

    private static String outlook(SuggestedMemoryLimit choice, Forecast forecast) {
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
        return " Memory outside the heap grows by %s an hour%s: GET /memory shows where."
                .formatted(
                        SizeFormatter.words(
                                SECONDS_PER_HOUR * forecast.bytesPerSecond().orElseThrow().value()),
                        forecast.secondsToLimit()
                                .map(
                                        seconds ->
                                                ", and reaches the limit in %s (%s to %s)"
                                                        .formatted(
                                                                SizeFormatter.duration(
                                                                        seconds.value()),
                                                                SizeFormatter.duration(
                                                                        seconds.low()),
                                                                SizeFormatter.duration(
                                                                        seconds.high())))
                                .orElse(""));
    }

    private static String finding(RecommendedSizes sizes, double limit) {
        ObservedMemory past = sizes.past();
        String use =
                "Memory that can't be reclaimed peaked at %s; with a full heap it would be %s."
                        .formatted(
                                SizeFormatter.words(past.peakBytes()),
                                SizeFormatter.words(past.least(past.now().heapMaxBytes())));
        if (Double.isNaN(limit)) {
            return use
                    + (past.now().heldBytes() < sizes.limit().neededBytes()
                            ? " There is no limit, but" + throttled(sizes)
                            : " There is no limit: a JVM that grows can take all of the node's memory.");
        }
        return use + against(sizes, limit) + notALeak(sizes);
    }

    private static String against(RecommendedSizes sizes, double limit) {
        MemorySettings now = sizes.past().now();
        return switch (sizes.limit().move()) {
            case MORE ->
                    " With a reserve of a tenth, the limit of %s is too small for that or for the heap: raise it, or lower the maximum heap size if heap-size suggests that."
                            .formatted(SizeFormatter.words(limit));
            case HEAP ->
                    " With a reserve of a tenth, that exceeds the %s, which is enough for the smaller heap that is suggested."
                            .formatted(now.heldWords());
            case HIGH ->
                    " The limit of %s is enough, but".formatted(SizeFormatter.words(limit))
                            + throttled(sizes);
            case KEEP ->
                    cache(sizes)
                            + " The limit of %s is enough.".formatted(SizeFormatter.words(limit));
            case LESS, WAIT ->
                    cache(sizes)
                            + " The limit of %s is far more than that."
                                    .formatted(SizeFormatter.words(limit));
        };
    }

    private static String cache(RecommendedSizes sizes) {
        double bytes = sizes.past().activeCacheBytes();
        return bytes > 0
                ? " In addition, %s of page cache are in active use, which a lower limit must hold, too."
                        .formatted(SizeFormatter.words(bytes))
                : "";
    }

    private static String throttled(RecommendedSizes sizes) {
        return " above memory.high, %s, the kernel throttles the container: raise memory.high to %s, or remove it."
                .formatted(
                        SizeFormatter.words(sizes.past().now().highBytes()),
                        SizeFormatter.quantity(sizes.limit().neededBytes()));
    }

    private static String notALeak(RecommendedSizes sizes) {
        return sizes.unfit().map(unfit -> " " + unfit.sentence()).orElse("");
    }
}
