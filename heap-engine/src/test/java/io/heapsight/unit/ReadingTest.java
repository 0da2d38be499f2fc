/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReadingTest {
    private static final Reading<Integer> PRESENT = Reading.of(7);
    private static final Reading<Integer> MISSING = Reading.missing("not counted");

    @Test
    void holdsEitherAValueOrAReason() {
        assertThat(told(PRESENT)).isEqualTo("is 7");
        assertThat(told(MISSING)).isEqualTo("none: not counted");
    }

    private static String told(Reading<Integer> reading) {
        return reading.either(value -> "is " + value, reason -> "none: " + reason);
    }

    @Test
    void keepsItsReasonWhenItIsMapped() {
        assertThat(PRESENT.map(value -> value * 2)).isEqualTo(Reading.of(14));
        assertThat(MISSING.map(value -> value * 2).reason()).isEqualTo("not counted");
    }

    @Test
    void isEmptyAsAnOptionalWithoutAValue() {
        assertThat(PRESENT.toOptional()).contains(7);
        assertThat(MISSING.toOptional()).isEmpty();
    }

    @Test
    void reasonOfAValueThrows() {
        assertThatThrownBy(PRESENT::reason)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("7");
    }
}
