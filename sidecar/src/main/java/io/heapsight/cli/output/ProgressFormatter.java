/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.Durations;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Formats progress in words: "marking 45 %, 12 s left". If the amount of work is unknown, shows the
 * elapsed time: "inflating, 12 s". Phases shorter than two seconds show no time. An estimate of all
 * phases together replaces that of the current one. Not thread-safe.
 */
final class ProgressFormatter {
    private static final long SHORT_NANOS = 2_000_000_000;
    private static final double NANOS = 1e9;

    private final LongSupplier nanoTime;
    private final Supplier<OptionalLong> secondsLeft;
    private String phase = "";
    private long done;
    private long total;
    private long doneAtStart;
    private long startedAt;
    private long reportedAt;

    /**
     * Creates a formatter without a phase yet.
     *
     * @param nanoTime monotonic
     * @param secondsLeft estimate of all phases together; empty while unknown
     */
    ProgressFormatter(LongSupplier nanoTime, Supplier<OptionalLong> secondsLeft) {
        this.nanoTime = nanoTime;
        this.secondsLeft = secondsLeft;
        startedAt = nanoTime.getAsLong();
        reportedAt = startedAt;
    }

    /** Records a report, like {@link io.heapsight.unit.Progress#at}. */
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

    /** Returns the current text. */
    String text() {
        long now = nanoTime.getAsLong();
        OptionalLong ofAll = secondsLeft.get();
        if (ofAll.isPresent()) {
            return (total > 0 ? percent() : phase) + ", " + seconds(ofAll.getAsLong()) + " left";
        }
        boolean isShort = now - startedAt < SHORT_NANOS;
        if (total <= 0) {
            return isShort ? phase : phase + ", " + seconds((now - startedAt) / NANOS);
        }
        long gone = done - doneAtStart;
        if (isShort || gone <= 0 || done >= total) {
            return percent();
        }
        double whole = (double) (reportedAt - startedAt) / gone * (total - done);
        return percent()
                + ", "
                + seconds(Math.max(1, (whole - (now - reportedAt)) / NANOS))
                + " left";
    }

    private String percent() {
        return phase + " " + Math.clamp((long) (100.0 * done / total), 0, 100) + " %";
    }

    private static String seconds(double seconds) {
        return Durations.words(Duration.ofSeconds(Math.round(seconds)));
    }
}
