/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.compare.Metric;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Formats a measured number with its unit in about a dozen characters: "66 min 04 s", "1.5 MiB/s",
 * "12.3 %".
 */
public final class Amount {
    private static final double SMALL = 100;
    private static final int MINUTE = 60;
    private static final int LONG_SECONDS = 10 * MINUTE;
    private static final int LONG_MINUTES = 10 * MINUTE;
    private static final String PREFIXES = "KMGTP";

    private Amount() {}

    /** "-" where there is none. */
    public static String of(OptionalDouble value, Metric.Unit unit) {
        return value.isPresent() ? of(value.getAsDouble(), unit) : "-";
    }

    public static String of(double value, Metric.Unit unit) {
        return switch (unit) {
            case SECONDS, SECONDS_PER_RECORD -> seconds(value);
            case BYTES, BYTES_PER_RECORD -> bytes(value);
            case BYTES_PER_SECOND -> bytes(value) + "/s";
            case RATIO ->
                    String.format(
                            Locale.ROOT,
                            Math.abs(value) < 0.01 ? "%.2f %%" : "%.1f %%",
                            100 * value);
            case CORES, THREADS -> String.format(Locale.ROOT, "%.2f", value);
            case COUNT -> count(value);
            case PER_SECOND -> count(value) + "/s";
        };
    }

    private static String seconds(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0 s";
        }
        if (size < 1e-3) {
            return String.format(Locale.ROOT, "%.2f µs", value * 1e6);
        }
        if (size < 1) {
            return String.format(Locale.ROOT, "%.1f ms", value * 1e3);
        }
        if (size < LONG_SECONDS) {
            return String.format(Locale.ROOT, "%.2f s", value);
        }
        long whole = Math.round(value);
        return size < LONG_MINUTES * MINUTE
                ? String.format(
                        Locale.ROOT, "%d min %02d s", whole / MINUTE, Math.abs(whole % MINUTE))
                : String.format(
                        Locale.ROOT,
                        "%d h %02d min",
                        whole / (MINUTE * MINUTE),
                        Math.abs(whole / MINUTE % MINUTE));
    }

    private static String bytes(double value) {
        double scaled = value;
        int prefix = -1;
        while (Math.abs(scaled) >= 1024 && prefix < PREFIXES.length() - 1) {
            scaled /= 1024;
            prefix++;
        }
        if (prefix >= 0) {
            return String.format(Locale.ROOT, "%.1f %ciB", scaled, PREFIXES.charAt(prefix));
        }
        return String.format(
                Locale.ROOT, scaled == Math.rint(scaled) ? "%.0f B" : "%.1f B", scaled);
    }

    private static String count(double value) {
        boolean whole = value == Math.rint(value) || Math.abs(value) >= SMALL;
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", value);
    }
}
