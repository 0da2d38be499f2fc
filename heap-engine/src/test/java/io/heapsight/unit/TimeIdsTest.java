/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeIdsTest {
    private final TimeIds ids = new TimeIds();

    @Test
    void idsSortInOrderOfCreationWhateverTheClock() {
        List<String> made = new ArrayList<>();
        for (int minutes : List.of(0, 1, 1, -60, -59, 3, 70, 10)) {
            made.add(ids.next(TestTime.START.plus(Duration.ofMinutes(minutes)), 7));
        }
        assertThat(made).isSorted().doesNotHaveDuplicates();
        assertThat(made.getFirst()).isEqualTo("20261121T220000000Z-7");
        assertThat(made.get(5)).isEqualTo("20261121T220300000Z-7");
    }

    @Test
    void newIdsSortAfterExistingOnes() {
        ids.seen("20261121T220500000Z-9");
        ids.seen("checkpoint-7");
        ids.seen("");
        assertThat(ids.next(TestTime.START, 7)).isEqualTo("20261121T220500001Z-7");
    }
}
