/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalSizeTest {
    @Test
    void unknownSizeIsTheUsualOne() {
        assertThat(TerminalSize.of(50, 132)).isEqualTo(new TerminalSize(50, 132));
        assertThat(TerminalSize.of(0, 0)).isEqualTo(new TerminalSize(24, 80));
        assertThat(TerminalSize.of(1, 5)).isEqualTo(new TerminalSize(2, 5));
        assertThat(TerminalSize.current().rows()).isGreaterThan(1);
    }

    @Test
    void tablesHave80To200Columns() {
        assertThat(new TerminalSize(24, 40).tableWidth()).isEqualTo(80);
        assertThat(new TerminalSize(24, 132).tableWidth()).isEqualTo(132);
        assertThat(new TerminalSize(24, 500).tableWidth()).isEqualTo(200);
    }

    @Test
    void lastLineIsTheCursors() {
        assertThat(new TerminalSize(3, 10).firstLines("a\nb\nc\n")).isEqualTo("a\nb\n");
        assertThat(new TerminalSize(4, 10).firstLines("a\nb\nc\n")).isEqualTo("a\nb\nc\n");
    }

    @Test
    void wrappedLineTakesItsRows() {
        TerminalSize screen = new TerminalSize(4, 10);
        assertThat(screen.firstLines("0123456789\n\nb\nc\n")).isEqualTo("0123456789\n\nb\n");
        assertThat(screen.firstLines("0123456789a\nb\nc\n")).isEqualTo("0123456789a\nb\n");
        assertThat(screen.firstLines("a\nb\n0123456789a\n")).isEqualTo("a\nb\n");
    }
}
