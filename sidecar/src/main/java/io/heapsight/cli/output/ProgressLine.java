/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.Progress;
import java.io.PrintStream;

/** A progress line on a terminal, which is removed at the end. */
public sealed class ProgressLine implements Progress, AutoCloseable permits ProgressLog {
    private static final long NANOS_BETWEEN = 100_000_000;
    private static final int MOST_COLUMNS = 79;

    private final PrintStream terminal;
    private String shown = "";
    private long shownAt = System.nanoTime() - NANOS_BETWEEN;

    ProgressLine(PrintStream terminal) {
        this.terminal = terminal;
    }

    /** Silent if standard error is not a terminal, unless the console logs progress. */
    public static ProgressLine on(Console console) {
        if (console.logsProgress()) {
            return new ProgressLog(console.err(), System::nanoTime);
        }
        return new ProgressLine(
                console.errIsTerminal()
                        ? console.err()
                        : new PrintStream(PrintStream.nullOutputStream()));
    }

    @Override
    public synchronized void at(String phase, long done, long total) {
        long now = System.nanoTime();
        if (now - shownAt < NANOS_BETWEEN) {
            return;
        }
        String line = line(phase, done, total);
        if (!line.equals(shown)) {
            write(line);
            shown = line;
            shownAt = now;
        }
    }

    /** Overwrites the line with spaces: not every terminal supports escapes. */
    private void write(String line) {
        String cut = line.substring(0, Math.min(line.length(), MOST_COLUMNS));
        int rest = Math.min(shown.length(), MOST_COLUMNS) - cut.length();
        terminal.print("\r" + cut + " ".repeat(Math.max(0, rest)));
        terminal.flush();
    }

    /** "marking 45 %". */
    static String line(String phase, long done, long total) {
        return total <= 0
                ? phase
                : phase + " " + Math.clamp((long) (100.0 * done / total), 0, 100) + " %";
    }

    @Override
    public synchronized void close() {
        if (!shown.isEmpty()) {
            write("");
            terminal.print("\r");
            terminal.flush();
        }
    }
}
