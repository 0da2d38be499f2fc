/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.run.RunSamples;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Error rates of verdicts on simulated fleets. */
class FleetVerdictsTest {
    private static final int FLEETS = 15;
    private static final int SPLITS = 20;

    /** Five per cent of 300 plus 2.3 standard errors. */
    private static final int MOST_FALSE = 23;

    private static Comparison.Terms terms(double alpha) {
        return new Comparison.Terms(Set.of(), EquivalenceMargin.NONE, PrimaryMetrics.USUAL, alpha);
    }

    private static boolean isDifferent(
            List<RunSamples> base, List<RunSamples> candidate, int samples, double alpha)
            throws ProblemException {
        return Comparison.between(
                        SimulatedFleet.arm("a", base, samples),
                        SimulatedFleet.arm("b", candidate, samples),
                        terms(alpha))
                .rows()
                .stream()
                .anyMatch(row -> row.verdict().isDifference());
    }

    private static List<RunSamples> shuffled(List<RunSamples> pods, SplittableRandom random) {
        List<RunSamples> shuffled = new ArrayList<>(pods);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            RunSamples kept = shuffled.get(i);
            shuffled.set(i, shuffled.get(other));
            shuffled.set(other, kept);
        }
        return shuffled;
    }

    @Test
    void splitsOfOneFleetRarelyDiffer() throws ProblemException {
        int differ = 0;
        for (int seed = 0; seed < FLEETS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<RunSamples> fleet = new SimulatedFleet(seed, 0.08).pods(40, 1);
            int size = seed % 3 == 0 ? 5 : 20;
            for (int i = 0; i < SPLITS; i++) {
                List<RunSamples> pods = shuffled(fleet, random);
                differ +=
                        isDifferent(
                                        pods.subList(0, 20),
                                        pods.subList(20, 20 + size),
                                        SimulatedFleet.SAMPLES,
                                        VerdictRule.ALPHA)
                                ? 1
                                : 0;
            }
        }
        assertThat(differ).isLessThanOrEqualTo(MOST_FALSE);
    }

    /** The shares of the four looks, as in {@code InterimAnalysis}. */
    @Test
    void repeatedLooksRarelyFindADifferenceThatIsNone() throws ProblemException {
        double[] shares = {0.000089, 0.005486, 0.018068, 0.026357};
        int differ = 0;
        for (int seed = 0; seed < FLEETS; seed++) {
            SplittableRandom random = new SplittableRandom(100 + seed);
            List<RunSamples> fleet = new SimulatedFleet(100 + seed, 0.08).pods(24, 1);
            for (int i = 0; i < SPLITS; i++) {
                List<RunSamples> pods = shuffled(fleet, random);
                boolean any = false;
                for (int look = 1; look <= shares.length; look++) {
                    any |=
                            isDifferent(
                                    pods.subList(0, 12),
                                    pods.subList(12, 24),
                                    SimulatedFleet.SAMPLES * look / 4,
                                    shares[look - 1]);
                }
                differ += any ? 1 : 0;
            }
        }
        assertThat(differ).isLessThanOrEqualTo(MOST_FALSE);
    }

    @Test
    void tenPercentMoreGcTimeIsFoundInTwentyAgainstTwenty() throws ProblemException {
        int found = 0;
        for (int seed = 0; seed < 50; seed++) {
            SimulatedFleet fleet = new SimulatedFleet(1000 + seed, 0.06);
            Comparison comparison =
                    Comparison.between(
                            SimulatedFleet.arm("a", fleet.pods(20, 1), SimulatedFleet.SAMPLES),
                            SimulatedFleet.arm("b", fleet.pods(20, 1.1), SimulatedFleet.SAMPLES),
                            Comparison.Terms.USUAL);
            found += comparison.row("gc.overhead").orElseThrow().verdict() == Verdict.WORSE ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(40);
    }

    @Test
    void lessOfTheChanceOfAFalseVerdictMakesWiderIntervals() throws ProblemException {
        SimulatedFleet fleet = new SimulatedFleet(7, 0.06);
        Arm base = SimulatedFleet.arm("a", fleet.pods(10, 1), SimulatedFleet.SAMPLES);
        Arm candidate = SimulatedFleet.arm("b", fleet.pods(10, 1), SimulatedFleet.SAMPLES);
        ComparisonRow usual =
                Comparison.between(base, candidate, terms(0.05)).row("gc.time").orElseThrow();
        ComparisonRow strict =
                Comparison.between(base, candidate, terms(0.005)).row("gc.time").orElseThrow();
        assertThat(width(strict)).isGreaterThan(1.2 * width(usual));
        assertThat(strict.evidence().p().orElseThrow())
                .isGreaterThanOrEqualTo(usual.evidence().p().orElseThrow());
        assertThat(strict.method()).contains("0.50 % chance");
    }

    private static double width(ComparisonRow row) {
        ComparisonRow.Change change = row.change().orElseThrow();
        return change.difference().high() - change.difference().low();
    }
}
