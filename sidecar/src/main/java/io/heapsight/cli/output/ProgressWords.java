/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.Durations;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Progress in words: "marking 45 %, 12 s left". If the amount of work is unknown, the time so far:
 * "inflating, 12 s". Phases shorter than two seconds show no time. Not thread-safe.
 */
final class ProgressWords {
    private static final long SHORT_NANOS = 2_000_000_000;
    private static final double NANOS = 1e9;

    private final LongSupplier nanoTime;
    private String phase = "";
    private long done;
    private long total;
    private long doneAtStart;
    private long startedAt;
    private long reportedAt;

    /**
     * Creates the words of no phase.
     *
     * @param nanoTime monotonic
     */
    ProgressWords(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        startedAt = nanoTime.getAsLong();
        reportedAt = startedAt;
    }

    /** Takes a report, as {@link io.heapsight.unit.Progress#at}. */
    void at(String current, long currentDone, long currentTotal) {
        reportedAt = nanoTime.getAsLong();
        if (!continues(current, currentDone, currentTotal)) {
            startedAt = reportedAt;
            doneAtStart = currentDone;
        }
        phase = current;
        done = currentDone;
        total = currentTotal;
    }

    /** Steps with names of their own may share an amount of work. */
    private boolean continues(String current, long currentDone, long currentTotal) {
        return currentTotal > 0
                ? currentTotal == total && currentDone >= done
                : total <= 0 && current.equals(phase);
    }

    /** Returns the words now. */
    String text() {
        long now = nanoTime.getAsLong();
        boolean isShort = now - startedAt < SHORT_NANOS;
        if (total <= 0) {
            return isShort ? phase : phase + ", " + seconds((now - startedAt) / NANOS);
        }
        String percent = phase + " " + Math.clamp((long) (100.0 * done / total), 0, 100) + " %";
        long gone = done - doneAtStart;
        if (isShort || gone <= 0 || done >= total) {
            return percent;
        }
        double whole = (double) (reportedAt - startedAt) / gone * (total - done);
        return percent
                + ", "
                + seconds(Math.max(1, (whole - (now - reportedAt)) / NANOS))
                + " left";
    }

    private static String seconds(double seconds) {
        return Durations.words(Duration.ofSeconds(Math.round(seconds)));
    }
}
