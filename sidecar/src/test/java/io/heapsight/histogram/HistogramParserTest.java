/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramParserTest {
    private static final List<String> FILES =
            List.of("jdk-8", "jdk-11", "jdk-17", "jdk-25-serial", "jdk-25-zgc");

    @ParameterizedTest
    @ValueSource(strings = {"jdk-8", "jdk-11", "jdk-17", "jdk-25-serial", "jdk-25-zgc"})
    void realHistogramsAddUpToTheirTotals(String file) throws Exception {
        String text = recorded(file);

        List<ClassCount> rows = HistogramParser.parse(text);

        long lines = text.lines().filter(line -> line.matches("\\s*\\d+: .*")).count();
        assertThat(rows).hasSize((int) lines);
        String[] total = text.lines().toList().getLast().split("\\s+");
        Count sum = rows.stream().map(Count::of).reduce(Count.NONE, Count::plus);
        assertThat(sum).isEqualTo(new Count(Long.parseLong(total[1]), Long.parseLong(total[2])));
    }

    @Test
    void moduleIsReadFromJdk9OnAndEmptyBefore() throws Exception {
        assertThat(HistogramParser.parse(recorded("jdk-17")).getFirst().moduleName())
                .isEqualTo("java.base");
        assertThat(HistogramParser.parse(recorded("jdk-8")).getFirst().module()).isEmpty();
    }

    @Test
    void classNameMayHoldBlanksAndBrackets() throws Exception {
        String text =
                "   1:             2             48  com.acme.Spec$it adds (all) of them$1\n"
                        + "   2:             1             16  a.B (mod.ule)\n"
                        + "Total             3             64\n";

        assertThat(HistogramParser.parse(text))
                .containsExactly(
                        new ClassCount("com.acme.Spec$it adds (all) of them$1", "", 2, 48),
                        new ClassCount("a.B", "mod.ule", 1, 16));
    }

    @Test
    void cutAnswerIsAnErrorThatSaysSo() throws Exception {
        String text = recorded("jdk-17");

        assertThatThrownBy(() -> HistogramParser.parse(text.substring(0, text.length() / 2)))
                .isInstanceOf(HistogramFormatException.class);
        assertThatThrownBy(() -> HistogramParser.parse(text.substring(0, text.indexOf("Total"))))
                .hasMessageContaining("totals is missing");
    }

    @Test
    void anotherAnswerIsQuoted() {
        assertThatThrownBy(() -> HistogramParser.parse("java.lang.OutOfMemoryError: no room"))
                .hasMessageContaining("no room");
        assertThatThrownBy(() -> HistogramParser.parse("")).hasMessageContaining("(nothing)");
    }

    @Test
    void wrongTotalIsAnError() {
        assertThatThrownBy(
                        () ->
                                HistogramParser.parse(
                                        "   1:             2             48  A\n"
                                                + "Total             3             48\n"))
                .hasMessageContaining("add up to");
    }

    @Test
    void mutatedAnswersEndInRowsOrInAFormatError() throws Exception {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            byte[] bytes =
                    recorded(FILES.get(random.nextInt(FILES.size())))
                            .getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(HistogramParser.parse(new String(bytes, StandardCharsets.ISO_8859_1)))
                        .as("seed %d", seed)
                        .isNotEmpty();
            } catch (HistogramFormatException expected) {
                assertThat(expected).as("seed %d", seed).hasMessageStartingWith("line ");
            }
        }
    }

    static String recorded(String file) throws IOException {
        try (InputStream in =
                HistogramParserTest.class.getResourceAsStream("/histogram/" + file + ".txt")) {
            if (in == null) {
                throw new IOException("no recorded histogram " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
