/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressLogTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long now;

    @Test
    void aPhaseHasALineAtItsBeginningAndEveryTenSeconds() {
        try (ProgressLog log =
                new ProgressLog(
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        () -> now,
                        OptionalLong::empty)) {
            log.at("indexing", 0, 100);
            pass(1);
            log.at("indexing", 10, 100);
            pass(9);
            log.at("indexing", 50, 100);
            pass(1);
            log.at("marking", 0, 0);
            log.at("suspects", 0, 0);
        }
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "heapsight: indexing 0 %",
                        "heapsight: indexing 50 %, 10 s left", "heapsight: marking");
    }

    private void pass(int seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void aConsoleLogsProgressWithoutATerminal() {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        try (ProgressLine line = ProgressLine.on(new Console(stream, stream).loggingProgress())) {
            line.at("marking", 1, 2);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("heapsight: marking 50 %\n");
    }
}
