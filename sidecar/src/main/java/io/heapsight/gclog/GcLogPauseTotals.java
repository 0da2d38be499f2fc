/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.Map;

/**
 * The pauses in the processed part of a GC log.
 *
 * @param pauses by kind; a kind without pauses is missing
 * @param showsPauses false if the log has collections without their pauses (ZGC without phases)
 * @param isWhole whether the log was read from the JVM's start on, without a gap
 * @param liveBytes in use after the last collection of the whole heap; NaN before the first one
 * @param liveReadings number of such collections
 */
public record GcLogPauseTotals(
        Map<GcCycleKind, Pauses> pauses,
        boolean showsPauses,
        boolean isWhole,
        double liveBytes,
        long liveReadings) {
    /** A number of pauses, and their total seconds. */
    public record Pauses(long count, double seconds) {
        public static final Pauses NONE = new Pauses(0, 0);

        Pauses plus(double more) {
            return new Pauses(count + 1, seconds + more);
        }
    }

    public GcLogPauseTotals {
        pauses = Map.copyOf(pauses);
    }

    /** Returns the pauses of one kind. */
    public Pauses of(GcCycleKind kind) {
        return pauses.getOrDefault(kind, Pauses.NONE);
    }

    /** Returns the total seconds of all pauses. */
    public double seconds() {
        return pauses.values().stream().mapToDouble(Pauses::seconds).sum();
    }
}
