/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InterimAnalysisTest {
    @Test
    void allLooksSpendFivePercent() {
        assertThat(
                        IntStream.rangeClosed(1, InterimAnalysis.LOOKS)
                                .mapToDouble(InterimAnalysis::share))
                .allMatch(share -> share > 0)
                .isSorted();
        assertThat(
                        IntStream.rangeClosed(1, InterimAnalysis.LOOKS)
                                .mapToDouble(InterimAnalysis::share)
                                .sum())
                .isCloseTo(0.05, within(1e-9));
    }

    /** The bounds of O'Brien and Fleming by Lan and DeMets, at a half: 0.0056. */
    @Test
    void halfOfTheWindowSpendsLittle() {
        assertThat(InterimAnalysis.share(1) + InterimAnalysis.share(2))
                .isCloseTo(0.00557, within(1e-5));
    }
}
