/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.VerdictSimulation.Noise;
import io.heapsight.compare.VerdictSimulation.Order;
import io.heapsight.compare.VerdictSimulation.Outcome;
import io.heapsight.compare.VerdictSimulation.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A small part of {@code benchmarks/verdicts}, with a seed. */
class VerdictSimulationTest {
    private static final long SEED = 20261122;
    private static final int SIMULATIONS = 60;

    @Test
    void equalRunsRarelyGetAVerdict() throws Exception {
        for (VerdictSimulation each :
                List.of(
                        simulation(Order.ABBA, 4, 4, Noise.USUAL.spread(5)),
                        simulation(Order.ABBA, 6, 6, Noise.USUAL),
                        simulation(Order.ABBA, 6, 6, Noise.USUAL.shaped(Shape.OUTLIERS)),
                        simulation(Order.RANDOM, 4, 4, Noise.USUAL.spread(5)),
                        simulation(Order.RANDOM, 10, 10, Noise.USUAL.drifting(0.03)),
                        simulation(Order.RANDOM, 6, 4, Noise.USUAL.spread(5)))) {
            Outcome outcome = each.simulate(SIMULATIONS, 0, SEED);
            assertThat((double) outcome.falseFamilies())
                    .as(each.name())
                    .isLessThanOrEqualTo(VerdictSimulation.bound(SIMULATIONS));
            assertThat(outcome.coverageTogether()).as(each.name()).isGreaterThan(0.86);
            assertThat(outcome.contradictions()).as(each.name()).isZero();
        }
    }

    @Test
    void oneRunEachAndConsecutiveArmsGetNoVerdict() throws Exception {
        for (VerdictSimulation each :
                List.of(
                        simulation(Order.AABB, 1, 1, Noise.USUAL.spread(5)),
                        simulation(Order.AABB, 4, 4, Noise.USUAL.drifting(0.03)),
                        simulation(Order.AABB, 6, 6, Noise.USUAL.shaped(Shape.REMEMBERING)),
                        simulation(Order.RANDOM, 8, 3, Noise.USUAL.spread(5)))) {
            assertThat(each.simulate(SIMULATIONS / 2, 0, SEED).falseFamilies())
                    .as(each.name())
                    .isZero();
        }
    }

    @Test
    void tenPercentMoreIsFoundInSixPairs() throws Exception {
        Outcome outcome =
                VerdictSimulation.pairNoiseOfThreePerCent().simulate(SIMULATIONS, 0.1, SEED);
        assertThat(outcome.power()).isGreaterThan(0.8);
    }

    @Test
    void twentyPercentMoreIsFoundByFourRunsWith5PercentNoise() {
        Outcome outcome =
                VerdictSimulation.runNoiseOfFivePerCent().simulate(SIMULATIONS, 0.2, SEED);
        assertThat(outcome.power()).isGreaterThan(0.6);
        assertThat(outcome.contradictions()).isZero();
    }

    private static VerdictSimulation simulation(Order order, int base, int candidate, Noise noise) {
        String name = "%d against %d %s %s".formatted(base, candidate, order, noise);
        return new VerdictSimulation(name, order, base, candidate, noise);
    }
}
