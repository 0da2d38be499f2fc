/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.Progress;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Shows the progress of long work on standard error until it is closed. */
public interface ProgressLine extends Progress, AutoCloseable {
    /** Shows the progress on a terminal, or as lines of a log if the console logs progress. */
    static ProgressLine on(Console console) {
        return on(console, OptionalLong::empty);
    }

    /**
     * Shows the progress as {@link #on(Console)} does, with the time left of all phases together.
     *
     * @param secondsLeft estimates it; empty while unknown
     */
    static ProgressLine on(Console console, Supplier<OptionalLong> secondsLeft) {
        if (console.logsProgress()) {
            return new ProgressLog(console.err(), System::nanoTime, secondsLeft);
        }
        return console.errIsTerminal()
                ? TerminalProgress.on(console.err(), secondsLeft)
                : new NoProgress();
    }

    /**
     * Shows the elapsed time of work of unknown amount. Short work shows nothing.
     *
     * @param phase in words, such as "the target counts its objects"
     */
    static ProgressLine waiting(Console console, String phase) {
        ProgressLine line = on(console);
        line.at(phase, 0, 0);
        return line;
    }

    /** Ends the output, for a result that is printed before the line is closed. */
    void end();

    @Override
    default void close() {
        end();
    }

    /** Shows nothing. */
    record NoProgress() implements ProgressLine {
        @Override
        public void at(String phase, long done, long total) {
            // without a terminal
        }

        @Override
        public void end() {
            // nothing is open
        }
    }
}
