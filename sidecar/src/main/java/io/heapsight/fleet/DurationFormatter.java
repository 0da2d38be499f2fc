/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.time.Duration;

/** Formats durations for people. */
public final class DurationFormatter {
    private static final long SECONDS = 120;
    private static final long MINUTES = 120;
    private static final long HOURS = 48;

    private DurationFormatter() {}

    /** Returns a rounded length: {@code 90 s}, {@code 5 min}, {@code 3 h}, {@code 12 d}. */
    public static String of(Duration length) {
        long seconds = Math.round(length.toMillis() / 1e3);
        if (seconds < SECONDS) {
            return seconds + " s";
        }
        long minutes = Math.round(seconds / 60.0);
        if (minutes < MINUTES) {
            return minutes + " min";
        }
        long hours = Math.round(minutes / 60.0);
        return hours < HOURS ? hours + " h" : Math.round(hours / 24.0) + " d";
    }
}
