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
 * Advises on the soft limit, request or reservation: what the container is expected to use. One
 * that is used beyond it is among the first to lose memory when the node has none; one far above it
 * keeps memory from others.
 */
final class SoftLimitAdvisor implements Advisor {
    private static final double RESERVE = 1.05;
    private static final double LEAST_USED = 0.6;

    @Override
    public Advice advise(Observation seen) {
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.SOFT_LIMIT, seen.tooShort().get());
        }
        Series used = seen.series(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES);
        if (used.isEmpty()) {
            return Advice.unknown(Subject.SOFT_LIMIT, "Its control group can't be read.");
        }
        if (seen.sharedGroup().isPresent()) {
            return Advice.unknown(Subject.SOFT_LIMIT, seen.sharedGroup().get());
        }
        double soft = seen.series(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES).last();
        double usual = used.p95();
        boolean tooLarge = usual < LEAST_USED * soft;
        Forecast forecast =
                seen.forecast(
                        seen.samples().values(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES),
                        Double.NaN);
        boolean still = forecast.verdict() == Forecast.Verdict.NO_TREND;
        return new Advice(
                Subject.SOFT_LIMIT,
                conclusion(usual > soft, tooLarge, still),
                Double.isNaN(soft)
                        ? "No soft limit can be seen; a request of Kubernetes is none. The working set is %s in 95 %% of the samples."
                                .formatted(Sizes.words(usual))
                        : "The working set is %s of the soft limit in 95 %% of the samples, %s on average, %s at its peak."
                                        .formatted(
                                                Sizes.percent(usual / soft),
                                                Sizes.percent(used.mean() / soft),
                                                Sizes.percent(used.max() / soft))
                                + (tooLarge && !still
                                        ? " It is not lowered while the working set grows."
                                        : ""),
                List.of(
                        new Figure("softLimitBytes", soft),
                        new Figure("workingSetMeanBytes", used.mean()),
                        new Figure("workingSetP95Bytes", usual),
                        new Figure("workingSetPeakBytes", used.max())),
                List.of(
                        new Setting(
                                "soft limit",
                                Sizes.quantityIfAny(soft),
                                Sizes.quantity(
                                        usual < soft && !still
                                                ? Math.max(soft, RESERVE * usual)
                                                : RESERVE * usual))),
                seen.certainty(),
                seen.seenFor());
    }

    private static Conclusion conclusion(boolean exceeded, boolean tooLarge, boolean still) {
        if (exceeded || (tooLarge && still)) {
            return Conclusion.CHANGE;
        }
        return tooLarge ? Conclusion.WAIT : Conclusion.FINE;
    }
}
