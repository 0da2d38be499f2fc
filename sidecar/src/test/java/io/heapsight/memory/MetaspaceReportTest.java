/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Mutants;
import io.heapsight.unit.Reading;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers of JDK 11, 21 and 25. */
class MetaspaceReportTest {
    private static final String JDK_11 =
            """
            Usage:
              Non-class:     20.42 MB capacity,     9.45 MB ( 46%) used,    10.72 MB ( 53%) free+waste,   253.44 KB (  1%) overhead.\s
                  Class:      8.30 MB capacity,     2.45 MB ( 30%) used,     5.60 MB ( 67%) free+waste,   252.69 KB (  3%) overhead.\s
                   Both:     28.71 MB capacity,    11.90 MB ( 41%) used,    16.32 MB ( 57%) free+waste,   506.12 KB (  2%) overhead.\s

            Virtual space:
              Non-class space:       22.00 MB reserved,      20.50 MB ( 93%) committed\s
                  Class space:        1.00 GB reserved,       8.38 MB ( <1%) committed\s
                         Both:        1.02 GB reserved,      28.88 MB (  3%) committed\s

            Chunk freelists:
               Non-Class:  2.00 KB
            """;
    private static final String JDK_25 =
            """
            Virtual space:
              Non-class space:       64.00 MB reserved,      16.25 MB ( 25%) committed,  1 nodes.
                  Class space:        1.00 GB reserved,       7.94 MB ( <1%) committed,  1 nodes.
                         Both:        1.06 GB reserved,      24.19 MB (  2%) committed.\s
            """;

    /** Without compressed class pointers. */
    private static final String JDK_21_ONE_SPACE =
            """
            Usage:
             5663.48 KB used.

            Virtual space:
              65536.00 KB reserved,    5760.00 KB (  9%) committed,  1 nodes.
            """;

    @Test
    void committedBytesOfBothSpacesAreReported() {
        assertThat(bytes(JDK_11)).isEqualTo((long) (28.88 * (1 << 20)));
        assertThat(bytes(JDK_25)).isEqualTo((long) (24.19 * (1 << 20)));
        assertThat(bytes(JDK_21_ONE_SPACE)).isEqualTo(5760 << 10);
    }

    @Test
    void unexpectedAnswerIsMissing() {
        assertThat(MetaspaceReport.committed("java.lang.IllegalArgumentException"))
                .isInstanceOf(Reading.Missing.class);
    }

    @Test
    void mutatedAnswerIsSkipped() {
        Mutants.ofTexts(List.of(JDK_11, JDK_25, JDK_21_ONE_SPACE))
                .areRead(
                        bytes ->
                                MetaspaceReport.committed(new String(bytes, StandardCharsets.UTF_8))
                                        .toOptional()
                                        .ifPresent(
                                                size ->
                                                        assertThat(size.bytes())
                                                                .isLessThan(1L << 50)));
    }

    private static long bytes(String answer) {
        return MetaspaceReport.committed(answer).toOptional().map(ByteSize::bytes).orElseThrow();
    }
}
