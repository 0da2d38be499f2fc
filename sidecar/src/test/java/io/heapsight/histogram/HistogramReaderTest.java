/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramReaderTest {
    static final List<String> FILES =
            List.of("jdk-8", "jdk-11", "jdk-17", "jdk-25-serial", "jdk-25-zgc");

    @ParameterizedTest
    @ValueSource(strings = {"jdk-8", "jdk-11", "jdk-17", "jdk-25-serial", "jdk-25-zgc"})
    void realHistogramsAddUpToTheirTotals(String file) throws Exception {
        String text = recorded(file);

        List<ClassHistogramRow> rows = rows(text);

        long lines = text.lines().filter(line -> line.matches("\\s*\\d+: .*")).count();
        assertThat(rows).hasSize((int) lines);
        String[] total = text.lines().toList().getLast().split("\\s+");
        InstanceCount sum =
                rows.stream()
                        .map(InstanceCount::of)
                        .reduce(InstanceCount.NONE, InstanceCount::plus);
        assertThat(sum)
                .isEqualTo(new InstanceCount(Long.parseLong(total[1]), Long.parseLong(total[2])));
    }

    @Test
    void moduleIsReadFromJdk9OnAndEmptyBefore() throws Exception {
        assertThat(rows(recorded("jdk-17")).getFirst().moduleName()).isEqualTo("java.base");
        assertThat(rows(recorded("jdk-8")).getFirst().module()).isEmpty();
    }

    @Test
    void classNameMayHoldBlanksAndBrackets() throws Exception {
        String text =
                "   1:             2             48  com.acme.Spec$it adds (all) of them$1\n"
                        + "   2:             1             16  a.B (mod.ule)\n"
                        + "Total             3             64\n";

        assertThat(rows(text))
                .containsExactly(
                        new ClassHistogramRow("com.acme.Spec$it adds (all) of them$1", "", 2, 48),
                        new ClassHistogramRow("a.B", "mod.ule", 1, 16));
    }

    /** A class file may define such a name. */
    @Test
    void classNameMayHoldLineEndsAndEscapes() throws Exception {
        String text =
                "   1:             2             48  com.acme.Two\nLines\u001b[31m (mod)\n"
                        + "   2:             1             16  a.B\n"
                        + "Total             3             64\n";

        assertThat(rows(text))
                .containsExactly(
                        new ClassHistogramRow("com.acme.Two\\u000aLines\\u001b[31m", "mod", 2, 48),
                        new ClassHistogramRow("a.B", "", 1, 16));
    }

    @Test
    void truncatedAnswerIsAnErrorThatSaysSo() throws Exception {
        String text = recorded("jdk-17");

        assertThatThrownBy(() -> rows(text.substring(0, text.length() / 2)))
                .isInstanceOf(HistogramFormatException.class);
        assertThatThrownBy(() -> rows(text.substring(0, text.indexOf("Total"))))
                .hasMessageContaining("totals is missing");
    }

    @Test
    void unexpectedAnswerIsQuoted() {
        assertThatThrownBy(() -> rows("java.lang.OutOfMemoryError: no room"))
                .hasMessageContaining("no room");
        assertThatThrownBy(() -> rows("")).hasMessageContaining("(nothing)");
    }

    @Test
    void wrongTotalIsAnError() {
        assertThatThrownBy(
                        () ->
                                rows(
                                        "   1:             2             48  A\n"
                                                + "Total             3             48\n"))
                .hasMessageContaining(
                        "the rows add up to 2 instances with 48 bytes, but the total is 3 instances with"
                                + " 48 bytes");
    }

    @Test
    void answerMayArriveInChunksOfAnySize() throws Exception {
        byte[] bytes = recorded("jdk-25-serial").getBytes(StandardCharsets.UTF_8);
        InputStream oneByOne =
                new FilterInputStream(new ByteArrayInputStream(bytes)) {
                    @Override
                    public int read(byte[] into, int offset, int length) throws IOException {
                        return super.read(into, offset, Math.min(1, length));
                    }
                };

        HistogramReader.Answer answer = HistogramReader.read(oneByOne);

        assertThat(list(answer.rows())).isEqualTo(rows(recorded("jdk-25-serial")));
        assertThat(answer.replyBytes()).isEqualTo(bytes.length);
    }

    @Test
    void endlessLineIsAnErrorBeforeMemoryIsFull() {
        InputStream endless =
                new InputStream() {
                    @Override
                    public int read() {
                        return 'x';
                    }
                };

        assertThatThrownBy(() -> HistogramReader.read(endless))
                .isInstanceOf(HistogramFormatException.class)
                .hasMessageContaining("longer than");
    }

    private static List<ClassHistogramRow> rows(String text) throws Exception {
        return rows(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<ClassHistogramRow> rows(byte[] text)
            throws IOException, HistogramFormatException {
        return list(HistogramReader.read(new ByteArrayInputStream(text)).rows());
    }

    static List<ClassHistogramRow> list(HistogramRows rows) {
        List<ClassHistogramRow> list = new ArrayList<>();
        rows.forEach(Integer.MAX_VALUE, list::add);
        return list;
    }

    static String recorded(String file) throws IOException {
        try (InputStream in =
                HistogramReaderTest.class.getResourceAsStream("/histogram/" + file + ".txt")) {
            if (in == null) {
                throw new IOException("no recorded histogram " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** An overflowed sum could equal the totals. */
    @Test
    void overflowingTotalIsRefused() {
        StringBuilder answer = new StringBuilder();
        for (int i = 1; i <= 20; i++) {
            answer.append("%4d: 1  999999999999999999  A%d\n".formatted(i, i));
        }
        assertThatThrownBy(() -> rows(answer + "Total 20 553255926290448364\n"))
                .hasMessageContaining("exceeds 63 bits");
    }
}
