/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded answers to {@code VM.log list}, with an output of the user and one of a sidecar. */
class LogOutputsTest {
    private static final String OURS = "/tmp/heapsight-20261128T064715829Z-1.gc.log";

    private static final String HEAD = "Log output configuration:\n";

    @ParameterizedTest
    @ValueSource(ints = {11, 17, 21, 25, 27})
    void ownOutputIsDistinguishedFromOthers(int jdk) throws IOException {
        LogOutputs outputs = LogOutputs.parse(recorded(jdk)).orElseThrow();

        assertThat(outputs.lines()).hasSize(4);
        assertThat(outputs.files()).containsExactly(OURS);
        assertThat(outputs.has(OURS)).isTrue();
        assertThat(outputs.has(OURS.substring(0, OURS.length() - 1))).isFalse();
        assertThat(outputs.without(OURS).lines())
                .isEqualTo(outputs.lines().subList(0, 3))
                .anyMatch(line -> line.startsWith("file=/tmp/user"));
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 17, 21, 25, 27})
    void answerCutInALineHasNoOutputs(int jdk) throws IOException {
        String answer = recorded(jdk);
        int head = answer.indexOf(HEAD) + HEAD.length();
        for (int length = 0; length < answer.length(); length++) {
            boolean isWhole = length > head && answer.charAt(length - 1) == '\n';
            assertThat(LogOutputs.parse(answer.substring(0, length)).isPresent())
                    .as("%d characters", length)
                    .isEqualTo(isWhole);
        }
    }

    @Test
    void hostileListIsBoundedAndOnlyNamesOfHeapsightCount() {
        String fine = " #2: file=/data/gclogs/20261128T064715829Z-7.live.gc.log all=off uptime \n";
        List<String> foreign =
                List.of(
                        " #3: file=/tmp/heapsight-mine.gc.log all=off,gc=info uptime ",
                        " #4: file=/tmp/a" + OURS + "x all=off ",
                        " #5: file=/tmp/x file=" + OURS + " all=off ",
                        " #6: file=heapsight-20261128T064715829Z-1.gc.log all=off ",
                        " #7: file=/tmp/heapsight-20261128T064715829Z-1.gc.log.1 all=off ",
                        " #x: file=" + OURS + " all=off ",
                        "#99999999999: file=" + OURS + " all=off ",
                        "file=" + OURS + " all=off ",
                        " #8: file=/" + "a".repeat(100_000) + ".gc.log all=off ");
        LogOutputs outputs =
                LogOutputs.parse(HEAD + fine + String.join("\n", foreign) + "\n").orElseThrow();

        assertThat(outputs.files())
                .containsExactly("/data/gclogs/20261128T064715829Z-7.live.gc.log");
        assertThat(LogOutputs.parse(HEAD + fine.repeat(5000)).orElseThrow().lines()).hasSize(1000);
        assertThat(LogOutputs.parse(HEAD)).isEmpty();
        assertThat(LogOutputs.parse("Invalid tag 'off' in log selection.\n")).isEmpty();
    }

    private static String recorded(int jdk) throws IOException {
        try (InputStream in =
                LogOutputsTest.class.getResourceAsStream("/vmlog/jdk%d.txt".formatted(jdk))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
