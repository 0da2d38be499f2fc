/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.unit.ByteSize;
import java.util.Locale;
import java.util.Optional;

/** Formats sizes and durations for flags, manifests and sentences. */
final class SizeFormatter {
    private static final double MEBIBYTE = 1 << 20;

    private SizeFormatter() {}

    /** Rounds down to whole MiB, which the formats here don't round up. */
    static double wholeMebibytes(double bytes) {
        return Math.floor(bytes / MEBIBYTE) * MEBIBYTE;
    }

    /** Formats for a JVM flag, rounded up: "240m". */
    static String flag(double bytes) {
        return mebibytes(bytes) + "m";
    }

    /** Formats for MaxRAMPercentage with a digit, since JDK 8 accepts no integer. */
    static String percentFlag(double percent) {
        return String.format(Locale.ROOT, "%.1f", percent);
    }

    /** Formats for a Kubernetes manifest, rounded up: "240Mi". */
    static String quantity(double bytes) {
        return mebibytes(bytes) + "Mi";
    }

    /** Formats a number; empty for NaN. */
    static Optional<String> flagIfAny(double bytes) {
        return Double.isNaN(bytes) ? Optional.empty() : Optional.of(flag(bytes));
    }

    /** Formats a number; empty for NaN. */
    static Optional<String> quantityIfAny(double bytes) {
        return Double.isNaN(bytes) ? Optional.empty() : Optional.of(quantity(bytes));
    }

    /** "12.0 MiB". */
    static String words(double bytes) {
        return new ByteSize(Math.max(0, Math.round(bytes))).toString();
    }

    /** "60 %", "0.4 %". */
    static String percent(double ratio) {
        double percent = 100 * ratio;
        return String.format(Locale.ROOT, percent < 10 ? "%.1f %%" : "%.0f %%", percent);
    }

    /** "31 min", "5.2 h". */
    static String duration(double seconds) {
        double minutes = seconds / 60;
        double hours = minutes / 60;
        if (hours >= 48) {
            return String.format(Locale.ROOT, "%.0f days", hours / 24);
        }
        return hours >= 2
                ? String.format(Locale.ROOT, "%.1f h", hours)
                : String.format(Locale.ROOT, "%.0f min", minutes);
    }

    private static long mebibytes(double bytes) {
        return (long) Math.ceil(bytes / MEBIBYTE);
    }
}
