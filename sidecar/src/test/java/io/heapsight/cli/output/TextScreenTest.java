/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextScreenTest {
    @Test
    void sizeIsThatOfStty() {
        assertThat(TextScreen.parse("50 132\n")).isEqualTo(new TextScreen(50, 132));
        assertThat(TextScreen.parse("0 0\n")).isEqualTo(new TextScreen(24, 80));
        assertThat(TextScreen.parse("")).isEqualTo(new TextScreen(24, 80));
        assertThat(TextScreen.parse("1 5\n")).isEqualTo(new TextScreen(2, 5));
    }

    @Test
    void lastLineIsTheCursors() {
        assertThat(new TextScreen(3, 10).firstLines("a\nb\nc\n")).isEqualTo("a\nb\n");
        assertThat(new TextScreen(4, 10).firstLines("a\nb\nc\n")).isEqualTo("a\nb\nc\n");
    }

    @Test
    void wrappedLineTakesItsRows() {
        TextScreen screen = new TextScreen(4, 10);
        assertThat(screen.firstLines("0123456789\n\nb\nc\n")).isEqualTo("0123456789\n\nb\n");
        assertThat(screen.firstLines("0123456789a\nb\nc\n")).isEqualTo("0123456789a\nb\n");
        assertThat(screen.firstLines("a\nb\n0123456789a\n")).isEqualTo("a\nb\n");
    }
}
