/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.report.Report;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LiveViewTest {
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final String CLEAR = "\u001b[H\u001b[J";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Duration> pauses = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-28T12:00:00.5Z");

    /** A document of one word. */
    private record Word(String text) implements Report {
        @Override
        public String text() {
            return text + "\n";
        }

        @Override
        public void writeJson(Writer to) throws IOException {
            to.write("{\"word\":\"" + text + "\"}\n");
        }
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private LiveView view(OutputFormat format, Optional<Supplier<TerminalSize>> screen, int most) {
        return new LiveView(
                new Console(stream(out), stream(err)),
                format,
                screen,
                () -> now,
                interval -> {
                    pauses.add(interval);
                    now = now.plus(interval);
                    if (pauses.size() == most) {
                        throw new CancellationException();
                    }
                });
    }

    /** Shows words; "!" is a failed query. */
    private void show(LiveView view, String... words) {
        LiveView.Source source =
                () -> {
                    String word = words[pauses.size()];
                    if (word.equals("!")) {
                        throw new ProblemException(
                                Problem.Kind.UNAVAILABLE, "No answer", "from \u001b[31m.", "Wait.");
                    }
                    return new Word(word);
                };
        assertThatThrownBy(() -> view.refresh(source, INTERVAL))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void tablesFollowOneAnotherWithTheirTimes() {
        show(view(OutputFormat.TEXT, Optional.empty(), 2), "one", "two");

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("2026-11-28T12:00:00Z\none\n\n2026-11-28T12:00:15Z\ntwo\n");
        assertThat(pauses).containsOnly(INTERVAL);
    }

    @Test
    void terminalIsRedrawnAndShowsTheFirstLines() {
        Supplier<TerminalSize> screen = () -> new TerminalSize(pauses.isEmpty() ? 3 : 2, 80);
        show(view(OutputFormat.TEXT, Optional.of(screen), 2), "one", "two");

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        CLEAR + "2026-11-28T12:00:00Z\none\n" + CLEAR + "2026-11-28T12:00:15Z\n");
    }

    @Test
    void coloredTerminalHasTheSameLines() {
        Supplier<TerminalSize> screen = () -> new TerminalSize(24, 80);
        LiveView colored =
                new LiveView(
                        new Console(stream(out), stream(err), Terminal.COLORED, false),
                        OutputFormat.TEXT,
                        Optional.of(screen),
                        () -> now,
                        interval -> {
                            pauses.add(interval);
                            throw new CancellationException();
                        });
        show(colored, "1. high: the heap is full");

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        CLEAR
                                + "2026-11-28T12:00:00Z\n"
                                + "1. \u001b[1;31mhigh\u001b[0m: the heap is full\n");
    }

    @Test
    void documentsOfJsonAreLines() {
        Supplier<TerminalSize> screen = () -> new TerminalSize(24, 80);
        show(view(OutputFormat.JSON, Optional.of(screen), 3), "one", "!", "two");

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"word\":\"one\"}\n{\"word\":\"two\"}\n");
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
    }

    @Test
    void failedRefreshIsALineAndTriedAgain() {
        show(view(OutputFormat.TEXT, Optional.empty(), 3), "one", "!", "two");

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("2026-11-28T12:00:00Z\none\n\n2026-11-28T12:00:30Z\ntwo\n");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "2026-11-28T12:00:15Z heapsight: No answer: from \\u001b[31m. Next try in"
                                + " 15 s.\n");
    }

    @Test
    void terminalKeepsTheLastTableBelowAFailure() {
        Supplier<TerminalSize> screen = () -> new TerminalSize(24, 80);
        show(view(OutputFormat.TEXT, Optional.of(screen), 3), "one", "!", "!");

        assertThat(out.toString(StandardCharsets.UTF_8))
                .endsWith(
                        CLEAR
                                + "2026-11-28T12:00:30Z heapsight: No answer: from \\u001b[31m."
                                + " Next try in 15 s.\n2026-11-28T12:00:00Z\none\n");
        assertThat(err.size()).isZero();
    }

    @Test
    void firstFailureEndsTheView() {
        LiveView view = view(OutputFormat.TEXT, Optional.empty(), 2);
        assertThatThrownBy(
                        () ->
                                view.refresh(
                                        () -> {
                                            throw new ProblemException(
                                                    Problem.Kind.UNAVAILABLE, "a", "b", "c");
                                        },
                                        INTERVAL))
                .isInstanceOf(ProblemException.class);
        assertThat(pauses).isEmpty();
    }

    @Test
    void viewEndsWithItsReader() throws IOException, ProblemException {
        PrintStream closed = new PrintStream(new PipedOutputStream(), true, StandardCharsets.UTF_8);
        LiveView view =
                new LiveView(
                        new Console(closed, stream(err)),
                        OutputFormat.TEXT,
                        Optional.empty(),
                        () -> now,
                        pauses::add);
        view.refresh(() -> new Word("one"), INTERVAL);

        assertThat(pauses).isEmpty();
    }
}
