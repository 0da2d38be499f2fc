/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.HodgesLehmann;
import io.heapsight.stats.PermutationFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Judges metrics that were measured in several runs an arm: one number a run, all metrics as one
 * family.
 */
final class RepeatedRuns implements Judgement {
    private static final long SEED = 1;
    private static final int MOST_MORE_RUNS = 1000;

    private final double[][] base;
    private final double[][] candidate;
    private final double[] p;
    private final double leastP;
    private final int baseRuns;
    private final int candidateRuns;

    RepeatedRuns(List<Measured> family) {
        List<PermutationFamily.Figure> figures = new ArrayList<>();
        base = new double[family.size()][];
        candidate = new double[family.size()][];
        for (int i = 0; i < family.size(); i++) {
            Measured measured = family.get(i);
            base[i] = measured.baseValues();
            candidate[i] = measured.candidateValues();
            figures.add(
                    new PermutationFamily.Figure(
                            base[i], candidate[i], measured.metric().resolution()));
        }
        baseRuns = family.getFirst().base().size();
        candidateRuns = family.getFirst().candidate().size();
        leastP = PermutationFamily.leastP(baseRuns, candidateRuns);
        p = PermutationFamily.adjustedP(figures, SEED);
    }

    /** What is to be said when no test could find anything, whatever the figures are. */
    static Optional<String> tooFew(int baseRuns, int candidateRuns) {
        double leastP = PermutationFamily.leastP(baseRuns, candidateRuns);
        if (leastP <= ALPHA) {
            return Optional.empty();
        }
        int more = 1;
        while (more < MOST_MORE_RUNS
                && PermutationFamily.leastP(baseRuns + more, candidateRuns + more) > ALPHA) {
            more++;
        }
        return Optional.of(
                String.format(
                        Locale.ROOT,
                        "no test could reach a verdict with %d against %d runs (p >= %.2f); %d more"
                                + " of each would do",
                        baseRuns,
                        candidateRuns,
                        leastP,
                        more));
    }

    @Override
    public Row judge(Measured measured, int index) {
        double[] before = known(base[index]);
        double[] after = known(candidate[index]);
        Row.Change change = change(before, after);
        Row row = measured.row(Optional.of(change), method(change));
        boolean everywhereTheSame = min(before) == max(after) && max(before) == min(after);
        if (everywhereTheSame) {
            return row.with(Verdict.SAME, "it is the same in all runs");
        }
        Optional<String> tooFew = tooFew(baseRuns, candidateRuns);
        if (tooFew.isPresent()) {
            return row.with(Verdict.NOT_COMPARABLE, tooFew.get());
        }
        String together =
                String.format(
                        Locale.ROOT, "p = %s over all %d rows together", p(p[index]), p.length);
        boolean excludesZero = change.difference().excludesZero();
        if (p[index] <= ALPHA && excludesZero) {
            return row.with(measured.direction(change), together);
        }
        String alone = excludesZero ? "the interval is for this row alone: " : "";
        return row.with(Verdict.SAME, "no evidence of a difference: " + alone + together);
    }

    private String p(double p) {
        return p <= leastP
                ? String.format(Locale.ROOT, "%.3f, the least there is", p)
                : String.format(Locale.ROOT, "%.3f", p);
    }

    private String method(Row.Change change) {
        return String.format(
                Locale.ROOT,
                "runs as units, %d against %d: permutation test (step-down max-T) and"
                        + " Hodges-Lehmann shift with a %.1f %% rank interval",
                baseRuns,
                candidateRuns,
                100 * change.difference().level());
    }

    /** Ratios where all values are above zero: a percentage of the true base, not of one median. */
    private static Row.Change change(double[] before, double[] after) {
        Estimate difference = HodgesLehmann.shift(before, after, LEVEL);
        if (min(before) > 0 && min(after) > 0) {
            Estimate ratio = HodgesLehmann.shift(logarithms(before), logarithms(after), LEVEL);
            return new Row.Change(
                    difference, Optional.of(ratio.map(log -> 100 * Math.expm1(log))), true);
        }
        double median = Measured.median(before);
        Optional<Estimate> percent =
                median > 0
                        ? Optional.of(difference.map(shift -> 100 * shift / median))
                        : Optional.empty();
        return new Row.Change(difference, percent, true);
    }

    private static double[] logarithms(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static double[] known(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }
}
