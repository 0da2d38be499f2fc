/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.FigureAcrossRuns;
import io.heapsight.stats.WelchShift;
import java.util.Optional;

/** Describes metrics by their values and change, if there are too few runs for a verdict. */
final class TooFewRunsRule implements VerdictRule {
    private final RunOrder order;

    TooFewRunsRule(RunOrder order) {
        this.order = order;
    }

    @Override
    public ComparisonRow judge(MetricValues measured, int index) {
        FigureAcrossRuns figure =
                new FigureAcrossRuns(order.values(measured), measured.metric().resolution());
        Optional<ComparisonRow.Change> change =
                ChangeEstimator.of(measured, figure, () -> welch(figure));
        boolean interval = change.map(ComparisonRow.Change::hasInterval).orElse(false);
        String method =
                interval ? order.units() + " as units: Welch's 95 % interval; no verdict" : "none";
        return measured.row(change, method)
                .with(
                        Verdict.TOO_FEW_RUNS,
                        "too few %s for a verdict: %s".formatted(order.units(), needed(order)));
    }

    private Estimate welch(FigureAcrossRuns figure) {
        return WelchShift.between(
                order.arm(figure.onItsScale(), false), order.arm(figure.onItsScale(), true), LEVEL);
    }

    /** The number of runs or pods that a verdict needs. */
    private static String needed(RunOrder order) {
        return order.isOfPods() ? neededPods() : needed();
    }

    /** The number of pods that a verdict needs. */
    static String neededPods() {
        return "at least %d pods of each arm".formatted(RunOrder.LEAST_RUNS);
    }

    /** The number of runs that a verdict needs. */
    static String needed() {
        return "at least %d runs of each arm; 6 runs in the order ABBA ABBA ABBA detect 10 %% if runs vary by 2 %%"
                .formatted(RunOrder.LEAST_RUNS);
    }
}
