/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static io.heapsight.unit.EventLog.field;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private final List<String> lines = new ArrayList<>();

    @Test
    void textQuotesValuesWithBlanks() {
        log(EventLog.Format.TEXT).info("started", field("port", 9404), field("target", "a b"));
        assertThat(lines)
                .containsExactly("2026-11-21T03:00:00.120Z INFO started port=9404 target=\"a b\"");
    }

    @Test
    void jsonKeepsNumbersAndEscapesText() {
        log(EventLog.Format.JSON)
                .warn(
                        "odd",
                        field("seconds", 0.5),
                        field("text", "a\"b\n\u0001"),
                        field("nan", 0.0 / 0));
        assertThat(lines)
                .containsExactly(
                        "{\"time\":\"2026-11-21T03:00:00.120Z\",\"level\":\"warn\",\"message\":\"odd\","
                                + "\"seconds\":0.5,\"text\":\"a\\\"b\\n\\u0001\",\"nan\":\"NaN\"}");
    }

    @Test
    void foreignTextCannotStartALine() {
        log(EventLog.Format.TEXT).info("a\nb", field("name", "x\ny"));
        log(EventLog.Format.TEXT).error("bug", new IllegalStateException("two\nlines"));
        assertThat(lines).hasSize(2).noneMatch(line -> line.contains("\n"));
        assertThat(lines.getLast()).contains("IllegalStateException", "EventLogTest");
    }

    @Test
    void eventsWithoutMemoryAreDroppedAndCounted() {
        AtomicBoolean lacks = new AtomicBoolean(true);
        EventLog log =
                new EventLog(
                        line -> {
                            if (lacks.get()) {
                                throw new OutOfMemoryError();
                            }
                            lines.add(line);
                        },
                        EventLog.Format.TEXT,
                        () -> Instant.parse("2026-11-21T03:00:00.120456Z"));
        log.info("first");
        log.error("second", new OutOfMemoryError());
        lacks.set(false);
        log.info("third");
        log.info("fourth");
        assertThat(lines)
                .containsExactly(
                        "2026-11-21T03:00:00.120Z WARN log lines skipped: too little memory"
                                + " lines=2",
                        "2026-11-21T03:00:00.120Z INFO third",
                        "2026-11-21T03:00:00.120Z INFO fourth");
    }

    private EventLog log(EventLog.Format format) {
        return new EventLog(lines::add, format, () -> Instant.parse("2026-11-21T03:00:00.120456Z"));
    }

    @Test
    void failureIsDescribedInWordsNotByItsClass() {
        log(EventLog.Format.TEXT).warn("odd", field("reason", new NoSuchFileException("/a")));
        assertThat(lines).first().asString().endsWith("reason=\"/a: no such file or directory\"");
    }
}
