/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.ShareShift;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Compares methods of one profile per arm. Decides by their variation over blocks of time whether
 * these two profiles differ. Estimates the autocorrelation from all methods of a profile together,
 * since one method has too few blocks. The variation between runs is unknown.
 */
final class SingleProfilesRule implements VerdictRule {
    private static final String METHOD =
            "blocks of time of one profile each, simultaneous intervals for all methods; variation"
                    + " between runs is not covered";

    /**
     * Upper bound of the sum of figures: far larger than any figure, so that figures are small
     * shares, and their samples rare events.
     */
    private static final double ALL = 1e15;

    private static final double LEAST_SAMPLES = 10;

    /**
     * The profile of one arm.
     *
     * @param sample weight of one sample
     * @param all upper bound of the sum of figures
     * @param blocks equivalent number of independent blocks, averaged over its methods
     */
    private record Side(double sample, double all, double blocks) {
        static Side of(MeasuredProfile profile, List<MetricValue> figures) {
            double all = profile.isShare() ? 1 : ALL;
            Side whole = new Side(profile.sample(), all, Double.MAX_VALUE);
            double blocks =
                    figures.stream()
                            .filter(each -> whole.samples(each) >= LEAST_SAMPLES)
                            .map(whole::series)
                            .mapToDouble(ShareShift.Series::independentBlocks)
                            .average()
                            .orElse(1);
            return new Side(profile.sample(), all, blocks);
        }

        double samples(MetricValue figure) {
            return figure instanceof MetricValue.Rate rate ? sum(rate.parts()) / sample : 0;
        }

        ShareShift.Series series(MetricValue figure) {
            if (!(figure instanceof MetricValue.Rate rate)) {
                throw new IllegalArgumentException("without blocks of time: " + figure);
            }
            double[] parts = Arrays.stream(rate.parts()).map(each -> each / all).toArray();
            double independent = sum(rate.wholes()) * all / sample;
            return new ShareShift.Series(parts, rate.wholes(), independent, blocks);
        }

        private static double sum(double[] values) {
            return Arrays.stream(values).sum();
        }
    }

    private final List<ShareShift> shifts;
    private final double all;

    SingleProfilesRule(
            List<MetricValues> family,
            MeasuredProfile baseProfile,
            MeasuredProfile candidateProfile) {
        Side base =
                Side.of(baseProfile, family.stream().map(each -> each.base().getFirst()).toList());
        Side candidate =
                Side.of(
                        candidateProfile,
                        family.stream().map(each -> each.candidate().getFirst()).toList());
        all = base.all();
        shifts =
                family.stream()
                        .map(
                                each ->
                                        ShareShift.between(
                                                base.series(each.base().getFirst()),
                                                candidate.series(each.candidate().getFirst())))
                        .toList();
    }

    @Override
    public ComparisonRow judge(MetricValues measured, int index) {
        double before = measured.base().getFirst().value();
        Estimate difference =
                shifts.get(index).estimate(1 - ALPHA / shifts.size()).map(share -> share * all);
        Optional<Estimate> percent =
                before > 0
                        ? Optional.of(difference.map(each -> 100 * each / before))
                        : Optional.empty();
        boolean known = Double.isFinite(difference.low()) && Double.isFinite(difference.high());
        ComparisonRow row =
                measured.row(
                        Optional.of(new ComparisonRow.Change(difference, percent, known)), METHOD);
        return difference.excludesZero()
                ? row.with(
                        Verdict.DIFFERS,
                        "differs in these two profiles, compared with the variation within them;"
                                + " others may"
                                + " differ otherwise")
                : row.with(Verdict.NO_EVIDENCE, "may be chance within these two profiles");
    }
}
