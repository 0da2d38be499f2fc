/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    @Test
    void showsThePhaseAndItsProgress() {
        assertThat(ProgressLine.line("marking", 1, 3)).isEqualTo("marking 33 %");
        assertThat(ProgressLine.line("marking", 4L << 40, 4L << 40)).isEqualTo("marking 100 %");
        assertThat(ProgressLine.line("inflating", 17, 0)).isEqualTo("inflating");
    }

    @Test
    void lineIsOverwrittenAndErasedAtTheEndOnAnyTerminal() {
        ByteArrayOutputStream terminal = new ByteArrayOutputStream();
        try (ProgressLine line =
                new ProgressLine(new PrintStream(terminal, true, StandardCharsets.UTF_8))) {
            line.at("marking".repeat(20), 1, 2);
        }
        String shown = "marking".repeat(20).substring(0, 79);
        assertThat(terminal.toString(StandardCharsets.UTF_8))
                .isEqualTo("\r" + shown + "\r" + " ".repeat(79) + "\r");
    }

    @Test
    void nothingIsPrintedWithoutATerminal() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        try (ProgressLine line = ProgressLine.on(new Console(stream, stream))) {
            line.at("marking", 1, 2);
        }
        assertThat(err.size()).isZero();
    }
}
