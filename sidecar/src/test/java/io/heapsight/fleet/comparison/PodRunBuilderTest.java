/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.Pod;
import org.junit.jupiter.api.Test;

class PodRunBuilderTest {
    @Test
    void counterGoesOnAfterAReset() {
        assertThat(PodRunBuilder.withoutResets(new double[] {10, 14, 2, 5, Double.NaN, 6, 1}))
                .containsExactly(10, 14, 16, 19, Double.NaN, 20, 21);
    }

    @Test
    void replicaThatLagsBehindIsNoReset() {
        assertThat(PodRunBuilder.withoutResets(new double[] {100, 110, 108, 120}))
                .containsExactly(100, 110, 110, 120);
    }

    @Test
    void nameHasOnlyCharactersOfRunNames() {
        assertThat(PodRunBuilder.name(new Pod("", "10.0.0.1:9404")).text())
                .isEqualTo("10.0.0.1_9404");
        assertThat(PodRunBuilder.name(new Pod("a", "x".repeat(250))).text()).hasSize(100);
    }
}
