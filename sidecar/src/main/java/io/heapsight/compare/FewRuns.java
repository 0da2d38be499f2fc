/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.RunFigure;
import io.heapsight.stats.WelchShift;
import java.util.Optional;

/** Describes metrics of too few runs for a verdict by their values and change. */
final class FewRuns implements VerdictRule {
    private final RunOrder order;

    FewRuns(RunOrder order) {
        this.order = order;
    }

    @Override
    public Row judge(MetricValues measured, int index) {
        RunFigure figure = new RunFigure(order.values(measured), measured.metric().resolution());
        Optional<Row.Change> change = ChangeEstimator.of(measured, figure, () -> welch(figure));
        boolean interval = change.map(Row.Change::hasInterval).orElse(false);
        String method = interval ? "runs as units: Welch's 95 % interval; no verdict" : "none";
        return measured.row(change, method)
                .with(Verdict.TOO_FEW_RUNS, "too few runs for a verdict: " + needed());
    }

    private Estimate welch(RunFigure figure) {
        return WelchShift.between(
                order.arm(figure.onItsScale(), false), order.arm(figure.onItsScale(), true), LEVEL);
    }

    /** The number of runs that a verdict needs. */
    static String needed() {
        return "at least %d runs of each arm; 6 runs in the order ABBA ABBA ABBA detect 10 %% if runs vary by 2 %%"
                .formatted(RunOrder.LEAST_RUNS);
    }
}
