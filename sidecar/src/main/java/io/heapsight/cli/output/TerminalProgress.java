/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.PeriodicTask;
import java.io.PrintStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A progress line on a terminal, which is removed at the end. */
final class TerminalProgress implements ProgressLine {
    private static final Duration REFRESH = Duration.ofMillis(500);
    private static final long NANOS_BETWEEN = 100_000_000;
    private static final int MOST_COLUMNS = 79;

    private final PrintStream terminal;
    private final LongSupplier nanoTime;
    private final ProgressFormatter words;
    private final PeriodicTask clock;
    private String shown = "";
    private long shownAt;
    private boolean closed;

    /**
     * Creates a line.
     *
     * @param nanoTime monotonic
     * @param secondsLeft estimate of all phases together; empty while unknown
     */
    TerminalProgress(
            PrintStream terminal, LongSupplier nanoTime, Supplier<OptionalLong> secondsLeft) {
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        words = new ProgressFormatter(nanoTime, secondsLeft);
        shownAt = nanoTime.getAsLong() - NANOS_BETWEEN;
        clock = new PeriodicTask(Thread.ofVirtual().name("progress"), this::refresh, _ -> {});
    }

    /** Returns a line that also shows the passing time while no progress is reported. */
    static TerminalProgress on(PrintStream terminal, Supplier<OptionalLong> secondsLeft) {
        TerminalProgress line = new TerminalProgress(terminal, System::nanoTime, secondsLeft);
        line.clock.start(REFRESH);
        return line;
    }

    /** Shows work of unknown amount only if it takes longer than a refresh. */
    @Override
    public synchronized void at(String phase, long done, long total) {
        words.at(phase, done, total);
        if (total > 0 && nanoTime.getAsLong() - shownAt >= NANOS_BETWEEN) {
            show();
        }
    }

    synchronized void refresh() {
        if (!closed) {
            show();
        }
    }

    private void show() {
        String line = words.text();
        if (!line.equals(shown)) {
            write(line);
            shown = line;
            shownAt = nanoTime.getAsLong();
        }
    }

    /** Overwrites the line with spaces: not every terminal supports escapes. */
    private void write(String line) {
        String cut = line.substring(0, Math.min(line.length(), MOST_COLUMNS));
        int rest = Math.min(shown.length(), MOST_COLUMNS) - cut.length();
        terminal.print("\r" + cut + " ".repeat(Math.max(0, rest)));
        terminal.flush();
    }

    @Override
    public void end() {
        clock.close();
        erase();
    }

    private synchronized void erase() {
        closed = true;
        if (!shown.isEmpty()) {
            write("");
            terminal.print("\r");
            terminal.flush();
            shown = "";
        }
    }
}
