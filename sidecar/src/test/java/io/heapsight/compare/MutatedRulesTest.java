/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mutated limits and relevances of a comparison: each is read or refused. */
class MutatedRulesTest {
    @Test
    void mutatedLimitsAreReadOrRefused() {
        Mutants.ofTexts(
                        List.of(
                                "gc.overhead > +5%",
                                "work.rate < -2%", "gc.* > 0.5 %", "heap.used.mean>12"))
                .areReadOrRefused(
                        bytes -> assertThat(QualityGate.parse(text(bytes)).percent()).isFinite(),
                        List.of(IllegalArgumentException.class));
    }

    @Test
    void mutatedRelevancesAreReadOrRefused() {
        Mutants.ofTexts(List.of("2%", "2%,gc.overhead=5%", "gc.*=0.5,heap.*=10%,duration=1%"))
                .areReadOrRefused(
                        bytes ->
                                assertThat(EquivalenceMargin.parse(text(bytes)).rules())
                                        .isNotEmpty(),
                        List.of(IllegalArgumentException.class));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
