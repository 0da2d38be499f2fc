/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.heap.Progress;
import java.io.PrintStream;

/** One line on a terminal that says how far the work is; gone when the work is done. */
final class ProgressLine implements Progress, AutoCloseable {
    private static final long NANOS_BETWEEN = 100_000_000;
    private static final String ERASE_TO_END = "\033[K";

    private final PrintStream terminal;
    private String shown = "";
    private long shownAt = System.nanoTime() - NANOS_BETWEEN;

    private ProgressLine(PrintStream terminal) {
        this.terminal = terminal;
    }

    /** Silent where standard error is no terminal. */
    static ProgressLine on(Console console) {
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
            terminal.print("\r" + line + ERASE_TO_END);
            terminal.flush();
            shown = line;
            shownAt = now;
        }
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
            terminal.print("\r" + ERASE_TO_END);
            terminal.flush();
        }
    }
}
