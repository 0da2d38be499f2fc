/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mutated answers to GC.class_histogram: each is read, or refused with its line. */
class MutatedHistogramTest {
    @Test
    void mutatedAnswersAreReadOrRefusedWithTheLine() throws Exception {
        List<String> answers = new ArrayList<>();
        for (String file : HistogramReaderTest.FILES) {
            answers.add(HistogramReaderTest.recorded(file));
        }
        answers.add(
                """
                   1:             2             48  com.acme.Spec$it adds (all) of them$1
                   2:             1             16  a.B (mod.ule)
                Total             3             64
                """);
        Mutants.ofTexts(answers)
                .areReadOrRefused(
                        MutatedHistogramTest::read, List.of(HistogramFormatException.class));
    }

    private static void read(byte[] answer) throws Exception {
        try {
            HistogramRows rows = HistogramReader.read(new ByteArrayInputStream(answer)).rows();
            assertThat(rows.totals().bytes()).isNotNegative();
            assertThat(rows.totals().instances()).isNotNegative();
            rows.forEach(
                    Integer.MAX_VALUE,
                    row -> assertThat(row.bytes()).isBetween(0L, rows.totals().bytes()));
        } catch (HistogramFormatException e) {
            assertThat(e).hasMessageStartingWith("line ");
            throw e;
        }
    }
}
