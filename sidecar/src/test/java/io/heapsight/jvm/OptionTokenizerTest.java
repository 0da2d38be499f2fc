/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OptionTokenizerTest {
    @Test
    void variableIsSplitAtBlanksOutsideOfQuotes() {
        assertThat(OptionTokenizer.ofVariable("  -Xmx1g \"-Da=b c\" -Dd='e f'g\t-Xrs\n"))
                .containsExactly("-Xmx1g", "-Da=b c", "-Dd=e fg", "-Xrs");
    }

    @Test
    void backslashInVariableIsItself() {
        assertThat(OptionTokenizer.ofVariable("-Da=C:\\x")).containsExactly("-Da=C:\\x");
    }

    @Test
    void argFileHasCommentsQuotesAndEscapes() {
        String text =
                """
                # options
                -Xmx1g -Xrs # more
                "-Da=b \\"c\\" d"
                -cp "lib/a.jar:\\
                     lib/b.jar"
                com.acme.Main
                """;
        assertThat(OptionTokenizer.ofArgFile(text))
                .containsExactly(
                        "-Xmx1g",
                        "-Xrs",
                        "-Da=b \"c\" d",
                        "-cp",
                        "lib/a.jar:lib/b.jar",
                        "com.acme.Main");
    }

    @Test
    void unterminatedQuoteTakesTheRest() {
        assertThat(OptionTokenizer.ofArgFile("-a \"b c")).containsExactly("-a", "b c");
        assertThat(OptionTokenizer.ofVariable("'b c")).containsExactly("b c");
    }

    @Test
    void flagsFileHasSettingsWithoutPrefix() {
        assertThat(
                        OptionTokenizer.ofFlagsFile(
                                "+UseSerialGC # c\n-UsePerfData MaxHeapSize=64m\n\n"))
                .containsExactly("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:MaxHeapSize=64m");
    }
}
