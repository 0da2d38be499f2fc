/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NanFiguresTest {
    @Test
    void nanIsAnUnknownFigure() {
        assertThat(NanFigures.orZero(Double.NaN)).isZero();
        assertThat(NanFigures.known(Double.NaN)).isEmpty();
    }

    @Test
    void otherFiguresAreKnown() {
        assertThat(NanFigures.orZero(-1.5)).isEqualTo(-1.5);
        assertThat(NanFigures.known(0)).hasValue(0);
    }
}
