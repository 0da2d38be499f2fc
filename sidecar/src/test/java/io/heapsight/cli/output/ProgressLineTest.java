/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private long now;

    private TerminalProgress line() {
        return new TerminalProgress(
                new PrintStream(terminal, true, StandardCharsets.UTF_8),
                () -> now,
                OptionalLong::empty);
    }

    private String shown() {
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @Test
    void lineIsOverwrittenAndErasedAtTheEndOnAnyTerminal() {
        try (TerminalProgress line = line()) {
            line.at("marking".repeat(20), 1, 2);
        }
        assertThat(shown())
                .isEqualTo(
                        "\r"
                                + "marking".repeat(20).substring(0, 79)
                                + "\r"
                                + " ".repeat(79)
                                + "\r");
    }

    @Test
    void timePassesWhileNothingIsReported() {
        try (TerminalProgress line = line()) {
            line.at("waiting for the sidecar", 0, 0);
            assertThat(shown()).isEmpty();
            now += 3_000_000_000L;
            line.refresh();
        }
        assertThat(shown()).startsWith("\rwaiting for the sidecar, 3 s\r ").endsWith(" \r");
    }

    @Test
    void closedLineStaysErased() {
        TerminalProgress line = line();
        line.at("waiting for the sidecar", 0, 0);
        line.end();
        now += 3_000_000_000L;
        line.refresh();
        line.end();
        assertThat(shown()).isEmpty();
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
