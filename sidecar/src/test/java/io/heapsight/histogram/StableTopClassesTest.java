/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static io.heapsight.histogram.HistogramDiffTest.histogram;
import static io.heapsight.histogram.HistogramDiffTest.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StableTopClassesTest {
    @Test
    void classLeavesOnlyAfterSeveralAbsences() {
        StableTopClasses top = new StableTopClasses(1, 3);

        assertThat(top.update(histogram(row("A", 1, 100), row("B", 1, 10)))).hasSize(1);
        assertThat(top.update(histogram(row("A", 1, 10), row("B", 1, 100))))
                .extracting(ClassHistogramRow::name)
                .containsExactly("B", "A");
        assertThat(top.update(histogram(row("B", 1, 100))))
                .containsExactly(row("B", 1, 100), row("A", 0, 0));
        assertThat(top.update(histogram(row("B", 1, 100)))).containsExactly(row("B", 1, 100));
    }

    @Test
    void labelsStayBoundedWhateverHappens() {
        StableTopClasses top = new StableTopClasses(5, 3);
        Random random = new Random(42);
        for (int i = 0; i < 1000; i++) {
            ClassHistogramRow[] rows = new ClassHistogramRow[50];
            for (int r = 0; r < rows.length; r++) {
                rows[r] = row("C" + random.nextInt(1000), 1, random.nextInt(10_000));
            }
            assertThat(top.update(histogram(rows))).hasSizeLessThanOrEqualTo(15);
        }
    }
}
