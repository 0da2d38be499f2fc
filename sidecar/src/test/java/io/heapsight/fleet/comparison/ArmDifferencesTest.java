/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArmDifferencesTest {
    /** Fisher's exact test: 5 restarts of 10 + 20 pods are all the candidate's in 0.18 %. */
    @Test
    void restartsOfTheCandidateOnlyAreRare() {
        assertThat(ArmDifferences.isRare(0, 20, 5, 10)).isTrue();
        assertThat(ArmDifferences.isRare(0, 20, 2, 10)).isFalse();
        assertThat(ArmDifferences.isRare(10, 20, 5, 10)).isFalse();
        assertThat(ArmDifferences.isRare(0, 20, 0, 10)).isFalse();
    }
}
