/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.VisibleText;
import java.io.PrintStream;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Prints progress as log lines, for a process without a terminal: one line per phase, and one every
 * ten seconds in a long phase. A phase shorter than half a second may have none.
 */
final class ProgressLog implements ProgressLine {
    private static final long NANOS_BETWEEN_PHASES = 500_000_000;
    private static final long NANOS_IN_A_PHASE = 10_000_000_000L;

    private final PrintStream log;
    private final LongSupplier nanoTime;
    private final ProgressFormatter words;
    private String phase = "";
    private long writtenAt;

    /**
     * Creates a log.
     *
     * @param nanoTime monotonic
     * @param secondsLeft estimate of all phases together; empty while unknown
     */
    ProgressLog(PrintStream log, LongSupplier nanoTime, Supplier<OptionalLong> secondsLeft) {
        words = new ProgressFormatter(nanoTime, secondsLeft);
        this.log = log;
        this.nanoTime = nanoTime;
        writtenAt = nanoTime.getAsLong() - NANOS_IN_A_PHASE;
    }

    @Override
    public synchronized void at(String current, long done, long total) {
        words.at(current, done, total);
        long now = nanoTime.getAsLong();
        long pause = current.equals(phase) ? NANOS_IN_A_PHASE : NANOS_BETWEEN_PHASES;
        if (now - writtenAt >= pause) {
            log.println("heapsight: " + VisibleText.of(words.text()));
            log.flush();
            phase = current;
            writtenAt = now;
        }
    }

    @Override
    public void end() {
        // lines stay
    }
}
