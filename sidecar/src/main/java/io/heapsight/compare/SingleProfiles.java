/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.ShareShift;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Describes methods of one profile an arm by how they vary over its blocks of time: whether these
 * two profiles differ. How long things last is told from all methods of a profile together, since
 * one alone shows it too badly in so few blocks. How much runs vary among themselves can't be seen
 * in one.
 */
final class SingleProfiles implements VerdictRule {
    private static final String METHOD =
            "blocks of time of one profile each, intervals of all methods together; variation between"
                    + " runs is not covered";

    /** Far more than any figure: as shares of it they are small, and their samples rare events. */
    private static final double ALL = 1e15;

    private static final double LEAST_SAMPLES = 10;

    /**
     * A profile of one arm.
     *
     * @param sample what one sample weighs
     * @param all what figures are shares of, at most
     * @param blocks how many independent ones it is worth, on the average of its methods
     */
    private record Side(double sample, double all, double blocks) {
        static Side of(MeasuredProfile profile, List<Figure> figures) {
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

        double samples(Figure figure) {
            return figure instanceof Figure.Rate rate ? sum(rate.parts()) / sample : 0;
        }

        ShareShift.Series series(Figure figure) {
            if (!(figure instanceof Figure.Rate rate)) {
                throw new IllegalArgumentException("not by blocks of time: " + figure);
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

    SingleProfiles(
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
    public Row judge(MetricValues measured, int index) {
        double before = measured.base().getFirst().value();
        Estimate difference =
                shifts.get(index).estimate(1 - ALPHA / shifts.size()).map(share -> share * all);
        Optional<Estimate> percent =
                before > 0
                        ? Optional.of(difference.map(each -> 100 * each / before))
                        : Optional.empty();
        boolean known = Double.isFinite(difference.low()) && Double.isFinite(difference.high());
        Row row = measured.row(Optional.of(new Row.Change(difference, percent, known)), METHOD);
        return difference.excludesZero()
                ? row.with(
                        Verdict.DIFFERS,
                        "differs in these two profiles, by how it varies within them; others may"
                                + " differ otherwise")
                : row.with(Verdict.NO_EVIDENCE, "could be chance within these two profiles");
    }
}
