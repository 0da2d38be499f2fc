/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.TuningOption;
import java.util.List;
import java.util.Optional;

/**
 * Advises on the soft limit, request or reservation: the expected use of the container. A container
 * above its soft limit is among the first to lose memory on a full node. A soft limit far above the
 * use blocks memory for others.
 */
final class MemoryRequestAdvisor implements SizeAdvisor {
    private static final double RESERVE = 1.05;

    @Override
    public Advice advise(RecommendedSizes sizes) {
        TargetObservation seen = sizes.past().seen();
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.SOFT_LIMIT, seen.tooShort().get());
        }
        NonNanValues used = seen.series(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES);
        if (used.isEmpty()) {
            return Advice.unknown(Subject.SOFT_LIMIT, "The control group can't be read.");
        }
        if (seen.sharedGroup().isPresent()) {
            return Advice.unknown(Subject.SOFT_LIMIT, seen.sharedGroup().get());
        }
        double soft = sizes.past().now().softBytes();
        double usual = used.p95();
        boolean tooLarge = usual < seen.source().leastOfSoftLimit() * soft;
        Optional<String> kept = usual < soft ? keeps(sizes) : Optional.empty();
        double suggested = suggested(sizes, usual, soft, tooLarge && kept.isEmpty());
        Setting setting =
                new Setting(
                        TuningOption.SOFT_LIMIT,
                        SizeFormatter.quantityIfAny(soft),
                        SizeFormatter.quantity(suggested));
        return new Advice(
                Subject.SOFT_LIMIT,
                conclusion(setting, usual > soft, tooLarge, kept.isEmpty()),
                finding(used, soft) + (tooLarge ? kept.map(" "::concat).orElse("") : ""),
                List.of(
                        new Figure("softLimitBytes", soft),
                        new Figure("workingSetMeanBytes", used.mean()),
                        new Figure("workingSetP95Bytes", usual),
                        new Figure("workingSetPeakBytes", used.max())),
                List.of(setting),
                List.of(),
                seen.certainty(),
                seen.seenFor());
    }

    private static String finding(NonNanValues used, double soft) {
        return Double.isNaN(soft)
                ? "No soft limit is visible (a Kubernetes memory request is not one). The working set is at most %s in 95 %% of the samples."
                        .formatted(SizeFormatter.words(used.p95()))
                : "The working set is at most %s of the soft limit in 95 %% of the samples, %s on average, %s at its peak."
                        .formatted(
                                SizeFormatter.percent(used.p95() / soft),
                                SizeFormatter.percent(used.mean() / soft),
                                SizeFormatter.percent(used.max() / soft));
    }

    /** Returns why it is not lowered; empty if it may be. */
    private static Optional<String> keeps(RecommendedSizes sizes) {
        TargetObservation seen = sizes.past().seen();
        Forecast forecast =
                seen.forecast(
                        seen.samples().values(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES),
                        Double.NaN);
        return forecast.verdict() == Forecast.Verdict.NO_TREND
                ? sizes.past().trends().forbidsLess()
                : Optional.of("The soft limit is not lowered while the working set grows.");
    }

    /** Returns the suggestion, in whole MiB at most the limit: Kubernetes and ECS refuse more. */
    private static double suggested(
            RecommendedSizes sizes, double usual, double soft, boolean lower) {
        double wanted = Double.isNaN(soft) || usual > soft || lower ? RESERVE * usual : soft;
        double limit = orZero(sizes.past().now().limitBytes());
        return limit > 0 && wanted > limit ? SizeFormatter.wholeMebibytes(limit) : wanted;
    }

    private static Conclusion conclusion(
            Setting setting, boolean exceeded, boolean tooLarge, boolean still) {
        if (exceeded || (tooLarge && still)) {
            return setting.isChange() ? Conclusion.CHANGE : Conclusion.FINE;
        }
        return tooLarge ? Conclusion.WAIT : Conclusion.FINE;
    }
}
