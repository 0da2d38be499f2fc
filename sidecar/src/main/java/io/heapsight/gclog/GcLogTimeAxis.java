/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.time.Instant;
import java.util.Optional;

/**
 * Maps the stamps of lines to one time axis, in seconds since the first JVM's start or the first
 * stamp. The axis continues across restarts, at which the uptime begins again.
 */
final class GcLogTimeAxis {
    /** Lines of several threads are logged in slightly different order. */
    private static final double MOST_DISORDER_SECONDS = 1;

    /** A larger step forward must be confirmed by the next line. */
    private static final double MOST_STEP_SECONDS = 86_400;

    private double base;
    private double first = Double.NaN;
    private double last = Double.NaN;
    private double lastEpoch = Double.NaN;
    private double lastUptime = Double.NaN;
    private double lastEvent = Double.NaN;
    private double beforeRestart = Double.NaN;
    private double beforeReturn = Double.NaN;
    private double doubtful = Double.NaN;
    private double finishedSeconds;
    private int jvms = 1;
    private boolean interleaved;
    private boolean isDisordered;
    private boolean hasUptime;
    private boolean isEnded;

    /**
     * Reads the stamps of the next line.
     *
     * @return whether it is the first line of another JVM
     */
    boolean next(double uptime, double epoch) {
        double raw = Double.isNaN(uptime) ? epoch : uptime;
        if (Double.isNaN(raw) || (!isEnded && isDoubtful(raw))) {
            return false;
        }
        hasUptime |= !Double.isNaN(uptime);
        boolean isOther = isEnded;
        if (isEnded) {
            restart(raw);
        } else if (Double.isNaN(first)) {
            first = raw;
        } else if (raw < last - MOST_DISORDER_SECONDS) {
            if (isRestart(raw, uptime, epoch)) {
                interleaved |= isSecondReturn(raw);
                restart(raw);
                isOther = true;
            } else {
                isDisordered = true;
                return false;
            }
        } else if (isReturn(raw)) {
            beforeReturn = last; // a second one must confirm it
        }
        last = Math.max(Double.isNaN(last) || isOther ? raw : last, raw);
        lastEpoch = Double.isNaN(epoch) ? lastEpoch : epoch;
        lastUptime = uptime;
        return isOther;
    }

    /**
     * Whether a line more probably belongs to the previous JVM, after its last stamp, than to this
     * one. This JVM also passes that stamp if it was idle for long.
     */
    private boolean isReturn(double raw) {
        double step = raw - last;
        return step > MOST_DISORDER_SECONDS
                && step > last - first
                && raw >= beforeRestart
                && raw - beforeRestart < step / 2;
    }

    /** Whether a line belongs to the JVM before the return; a JVM that starts begins at 0. */
    private boolean isSecondReturn(double raw) {
        return beforeReturn > MOST_DISORDER_SECONDS
                && raw >= beforeReturn
                && raw - beforeReturn < (last - raw) / 2;
    }

    private boolean isDoubtful(double raw) {
        boolean isStep = !Double.isNaN(last) && raw - last > MOST_STEP_SECONDS;
        boolean isConfirmed = raw >= doubtful && raw - doubtful < MOST_STEP_SECONDS;
        doubtful = isStep && !isConfirmed ? raw : Double.NaN;
        return isStep && !isConfirmed;
    }

    /**
     * Whether a lower uptime shows a restart: the wall clock does not fall or, without one, the
     * uptime falls by more than half.
     */
    private boolean isRestart(double raw, double uptime, double epoch) {
        if (Double.isNaN(uptime)) {
            return false;
        }
        boolean hasEpoch = !Double.isNaN(epoch) && !Double.isNaN(lastEpoch);
        return hasEpoch ? epoch >= lastEpoch - MOST_DISORDER_SECONDS : raw < last / 2;
    }

    private void restart(double raw) {
        finishedSeconds += last - first;
        base += last - raw;
        beforeRestart = last;
        beforeReturn = Double.NaN;
        first = raw;
        isEnded = false;
        jvms++;
    }

    /** Records that the last line belongs to a collection or safepoint. */
    void event() {
        lastEvent = last;
    }

    /**
     * Ends the JVM at its last event. The next stamp belongs to another JVM, whose first lines may
     * have been read.
     */
    void end() {
        if (!Double.isNaN(lastEvent)) {
            last = lastEvent;
            isEnded = true;
        }
    }

    /** Returns whether stamps show restarts; dates alone do not. */
    boolean hasUptime() {
        return hasUptime;
    }

    /** Records that lines of several JVMs alternate. */
    void interleave() {
        interleaved = true;
    }

    /** Returns whether the stamps of a line are earlier than the last ones. */
    boolean isEarlier(double uptime, double epoch) {
        return (Double.isNaN(uptime) ? epoch : uptime) < last - MOST_DISORDER_SECONDS;
    }

    /** Seconds on the axis; NaN before the first stamp. */
    double at() {
        return base + last;
    }

    /** The time of the last line; empty if the log has uptimes only. */
    Optional<Instant> instant() {
        return Double.isNaN(lastEpoch)
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(Math.round(lastEpoch * 1e3)));
    }

    /** The uptime of the last line; NaN if the log has none. */
    double uptimeSeconds() {
        return lastUptime;
    }

    /** Seconds from the first to the last stamp of each JVM; NaN without stamps. */
    double seconds() {
        return interleaved ? Double.NaN : finishedSeconds + last - first;
    }

    int jvms() {
        return jvms;
    }

    /** Returns whether lines of several JVMs alternate. */
    boolean isInterleaved() {
        return interleaved;
    }

    /** Returns whether some stamps are earlier than those before them. */
    boolean isDisordered() {
        return isDisordered;
    }
}
