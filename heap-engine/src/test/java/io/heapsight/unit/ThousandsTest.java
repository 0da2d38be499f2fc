/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThousandsTest {
    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                7,
                -7,
                999,
                -999,
                1_000,
                -1_000,
                12_345,
                123_456,
                -123_456,
                1_234_567,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void groupsDigitsAsTheFormatterDoes(long number) {
        assertThat(Thousands.of(number)).isEqualTo(String.format(Locale.ROOT, "%,d", number));
    }
}
