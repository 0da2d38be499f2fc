/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Durations;
import io.heapsight.unit.Thousands;
import java.util.Locale;
import java.util.regex.Pattern;

/** The unit of a figure, which defines the syntax of levels and the format of values. */
public enum FigureUnit {
    /** 0 to 1, shown in per cent. */
    SHARE("per cent (90%)", "(?:\\d{1,3}(?:\\.\\d{1,2})?)\\s*%"),
    BYTES("a size (512m, 2g)", "\\d{1,12}\\s*(?:[kKmMgGtT](?:[iI]?[bB])?|[bB])?"),
    BYTES_PER_SECOND("a size a second (100m/s)", BYTES.pattern + "\\s*/\\s*s"),
    DURATION("a duration (500ms, 2s)", "\\d{1,9}\\s*(?:ms|s|m)"),
    COUNT("a whole number", "\\d{1,12}"),
    CORES("CPUs (1.5)", "\\d{1,4}(?:\\.\\d{1,3})?");

    private static final double HUNDRED = 100;
    private static final double MILLIS_PER_SECOND = 1000;

    private final String expected;
    private final String pattern;

    FigureUnit(String expected, String pattern) {
        this.expected = expected;
        this.pattern = pattern;
    }

    /** Returns the expected form of a level: "a whole number". */
    public String expected() {
        return expected;
    }

    /** Returns the exact syntax of {@link #parse}, without its bounds. */
    String pattern() {
        return pattern;
    }

    /**
     * Parses a level.
     *
     * @throws IllegalArgumentException if it is not a level
     */
    double parse(String text) {
        if (!Pattern.matches(pattern, text)) {
            throw new IllegalArgumentException(text);
        }
        double level =
                switch (this) {
                    case SHARE -> Double.parseDouble(before(text, '%')) / HUNDRED;
                    case BYTES -> ByteSize.parse(text).bytes();
                    case BYTES_PER_SECOND -> ByteSize.parse(before(text, '/')).bytes();
                    case DURATION -> Durations.parse(text).toMillis() / MILLIS_PER_SECOND;
                    case COUNT, CORES -> Double.parseDouble(text);
                };
        if (this == SHARE && (level <= 0 || level > 1)) {
            throw new IllegalArgumentException(text);
        }
        return level;
    }

    private static String before(String text, char end) {
        return text.substring(0, text.indexOf(end)).strip();
    }

    /** Formats a value: "91.3%", "1.5 GiB". */
    String shown(double value) {
        return switch (this) {
            case SHARE -> String.format(Locale.ROOT, "%.1f%%", HUNDRED * value);
            case BYTES -> new ByteSize((long) Math.max(0, value)).toString();
            case BYTES_PER_SECOND -> new ByteSize((long) Math.max(0, value)) + "/s";
            case DURATION -> String.format(Locale.ROOT, "%.1f ms", MILLIS_PER_SECOND * value);
            case COUNT -> Thousands.of((long) value);
            case CORES -> String.format(Locale.ROOT, "%.2f CPUs", value);
        };
    }
}
