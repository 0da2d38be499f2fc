/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.stats.ArmDifference;
import io.heapsight.stats.FigureAcrossRuns;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AlphaAllocationTest {
    private static final ArmDifference NOTHING = new ArmDifference(1, 1, 1, 5);
    private static final ArmDifference LARGE = new ArmDifference(1, 1, 0.01, 5);

    private static FigureAcrossRuns figure(SplittableRandom random) {
        return new FigureAcrossRuns(random.doubles(12, 100, 110).toArray(), 0);
    }

    private static AlphaAllocation families(double[] weights, List<ArmDifference> differences) {
        SplittableRandom random = new SplittableRandom(1);
        List<FigureAcrossRuns> figures =
                IntStream.range(0, weights.length).mapToObj(_ -> figure(random)).toList();
        return new AlphaAllocation(weights, figures, differences, VerdictRule.ALPHA);
    }

    @Test
    void primaryRowsShareNineTenthsByWeight() {
        double[] weights = {3, 1, 0, 0};
        AlphaAllocation families = families(weights, List.of(NOTHING, NOTHING, NOTHING, NOTHING));
        assertThat(families.alpha(0)).isCloseTo(0.045 * 3 / 4, within(1e-12));
        assertThat(families.alpha(1)).isCloseTo(0.045 / 4, within(1e-12));
        assertThat(families.alpha(2)).isCloseTo(0.005 / 2, within(1e-12));
    }

    @Test
    void significantPrimaryRowPassesItsShareOn() {
        double[] weights = {3, 1, 0, 0};
        AlphaAllocation families = families(weights, List.of(LARGE, NOTHING, NOTHING, NOTHING));
        assertThat(families.alpha(1)).isCloseTo(0.045 / 4, within(1e-12));
        assertThat(families.alpha(3)).isCloseTo((0.005 + 0.045 * 3 / 4) / 2, within(1e-12));
    }

    @Test
    void singleFamilyHasAllOfAlpha() {
        assertThat(families(new double[] {0, 0}, List.of(NOTHING, NOTHING)).alpha(1))
                .isCloseTo(0.025, within(1e-12));
        assertThat(families(new double[] {1, 1}, List.of(NOTHING, NOTHING)).alpha(1))
                .isCloseTo(0.025, within(1e-12));
    }

    @Test
    void synonymousRowsShareOnePart() {
        FigureAcrossRuns duration = figure(new SplittableRandom(7));
        double[] rate = duration.values().clone();
        for (int i = 0; i < rate.length; i++) {
            rate[i] = 1e6 / rate[i];
        }
        List<FigureAcrossRuns> figures =
                List.of(duration, new FigureAcrossRuns(rate, 0), figure(new SplittableRandom(8)));
        AlphaAllocation families =
                new AlphaAllocation(
                        new double[] {1, 1, 1},
                        figures,
                        List.of(NOTHING, NOTHING, NOTHING),
                        VerdictRule.ALPHA);
        assertThat(Stream.of(0, 1, 2).map(families::alpha)).containsOnly(0.025);
    }

    @Test
    void synonymOfAPrimaryRowIsPrimaryAndCountsOnce() {
        FigureAcrossRuns perRecord = figure(new SplittableRandom(7));
        FigureAcrossRuns seconds =
                new FigureAcrossRuns(
                        Arrays.stream(perRecord.values()).map(each -> 80 * each).toArray(), 0);
        List<FigureAcrossRuns> figures =
                List.of(
                        seconds,
                        figure(new SplittableRandom(8)),
                        perRecord,
                        figure(new SplittableRandom(9)));
        AlphaAllocation families =
                new AlphaAllocation(
                        new double[] {0, 1, 3, 0},
                        figures,
                        List.of(NOTHING, NOTHING, NOTHING, NOTHING),
                        VerdictRule.ALPHA);
        assertThat(families.of(0)).isEqualTo(ComparisonRow.Family.PRIMARY);
        assertThat(Stream.of(0, 2).map(families::alpha)).containsOnly(0.045 * 3 / 4);
        assertThat(families.alpha(1)).isCloseTo(0.045 / 4, within(1e-12));
        assertThat(families.alpha(3)).isCloseTo(0.005, within(1e-12));
    }
}
