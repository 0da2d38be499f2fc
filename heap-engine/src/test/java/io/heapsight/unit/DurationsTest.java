/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0s, 0 s",
        "59s, 59 s",
        "125s, 2 min 5 s",
        "1h, 1 h 0 min",
        "111m, 1 h 51 min",
        "99h, 4 d 3 h"
    })
    void wordsAreTheTwoLargestUnits(String duration, String words) {
        assertThat(Durations.words(Durations.parse(duration))).isEqualTo(words);
    }
}
