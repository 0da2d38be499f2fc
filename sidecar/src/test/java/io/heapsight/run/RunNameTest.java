/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of runs and their arms. */
class RunNameTest {
    @Test
    void armIsTheTextBeforeTheNumber() {
        assertThat(new RunName("WARN#12").arm()).isEqualTo("WARN");
        assertThat(new RunName("WARN#12").repetition()).isEqualTo(12);
        assertThat(new RunName("log-4.2_b").arm()).isEqualTo("log-4.2_b");
        assertThat(new RunName("log-4.2_b").repetition()).isZero();
    }

    @Test
    void repetitionsAreSortedByNumber() {
        List<RunName> sorted =
                Stream.of("B", "A#10", "A#2", "A", "A-b").map(RunName::new).sorted().toList();
        assertThat(sorted)
                .extracting(RunName::text)
                .containsExactly("A", "A#2", "A#10", "A-b", "B");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", ".hidden", "a/b", "a b", "a#", "a#b", "#1", "ä", "a#1#2"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> new RunName(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + text + "\"");
    }

    @Test
    void tooLongNamesAreRefused() {
        assertThat(new RunName("a".repeat(100)).text()).hasSize(100);
        assertThatThrownBy(() -> new RunName("a".repeat(101)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
