/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.report.Report;
import io.heapsight.report.section.TerminalEscapingWriter;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Prints a document repeatedly until its reader ends. On a terminal, each text replaces the
 * previous one; elsewhere, texts are appended. Each JSON document is one line.
 */
public final class LiveView {
    /** Moves to the first column of the first line, and clears to the end of the screen. */
    private static final String CLEAR = "\u001b[H\u001b[J";

    private final Console console;
    private final OutputFormat format;
    private final Optional<Supplier<TerminalSize>> screen;
    private final InstantSource clock;
    private final Consumer<Duration> pause;
    private String shown = "";

    /** Reads a document. */
    @FunctionalInterface
    public interface Source {
        Report read() throws IOException, ProblemException;
    }

    /**
     * Prints documents in a format.
     *
     * @param screen the size of the terminal to redraw; empty for other outputs
     * @param pause waits between two refreshes; the view ends with its exception
     */
    public LiveView(
            Console console,
            OutputFormat format,
            Optional<Supplier<TerminalSize>> screen,
            InstantSource clock,
            Consumer<Duration> pause) {
        this.console = console;
        this.format = format;
        this.screen = screen;
        this.clock = clock;
        this.pause = pause;
    }

    /** Returns a view on standard output. */
    public static LiveView on(Console console, OutputFormat format) {
        return new LiveView(
                console,
                format,
                console.terminal().redraws()
                        ? Optional.of(TerminalSize::current)
                        : Optional.empty(),
                InstantSource.system(),
                new CancelSignal()::pause);
    }

    /** Whether each text replaces the previous one. */
    public boolean redraws() {
        return screen.isPresent() && format == OutputFormat.TEXT;
    }

    /**
     * Shows the document, and again after each interval. A failed refresh is shown as one line, and
     * the next one tries again.
     *
     * @throws ProblemException if the first reading fails
     */
    public void refresh(Source source, Duration interval) throws IOException, ProblemException {
        show(source.read());
        while (!console.out().checkError()) {
            pause.accept(interval);
            Report next;
            try {
                next = source.read();
            } catch (ProblemException e) {
                showFailure(e.problem(), interval);
                continue;
            } catch (IOException e) {
                showFailure(interrupted(e), interval);
                continue;
            }
            show(next);
        }
    }

    private static Problem interrupted(IOException e) {
        return new Problem(
                Problem.Kind.UNAVAILABLE, "The connection failed", IoReason.of(e), "Try again.");
    }

    private void show(Report report) throws IOException {
        if (format == OutputFormat.JSON) {
            console.print(report, format);
            return;
        }
        String text = now() + "\n" + report.text();
        draw(shown.isEmpty() || screen.isPresent() ? text : "\n" + text);
        shown = text;
    }

    /** Keeps the last table on a terminal; standard error may be elsewhere. */
    private void showFailure(Problem problem, Duration interval) throws IOException {
        String line =
                "%s heapsight: %s: %s Next try in %d s."
                        .formatted(
                                now(),
                                VisibleText.of(problem.title()),
                                RequestsAsCommands.of(VisibleText.of(problem.detail())),
                                interval.toSeconds());
        if (redraws()) {
            draw(line + "\n" + shown);
        } else {
            console.note(line);
        }
    }

    private void draw(String text) throws IOException {
        if (screen.isEmpty()) {
            console.printText(out -> out.write(text));
            return;
        }
        TerminalSize size = screen.get().get();
        StringWriter fitted = new StringWriter();
        try (TerminalWriter lines = new TerminalWriter(fitted, size.tableWidth(), false)) {
            new TerminalEscapingWriter(lines).write(text);
        }
        String whole =
                TerminalWriter.highlighted(
                        size.firstLines(fitted.toString()), console.terminal() == Terminal.COLORED);
        console.print(out -> out.write(CLEAR + whole));
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
