/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as users write and read them: parses "500ms", "5s", "2m", "1h", "1d", where a bare
 * number is seconds, and formats "5 s", "2 min 5 s", "3 h 2 min", "4 d 3 h".
 */
public final class Durations {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)?");

    private Durations() {}

    /** Formats a duration in its two largest units. */
    public static String words(Duration duration) {
        if (duration.toDays() > 0) {
            return "%d d %d h".formatted(duration.toDays(), duration.toHoursPart());
        }
        if (duration.toHours() > 0) {
            return "%d h %d min".formatted(duration.toHours(), duration.toMinutesPart());
        }
        return duration.toMinutes() > 0
                ? "%d min %d s".formatted(duration.toMinutes(), duration.toSecondsPart())
                : duration.toSeconds() + " s";
    }

    /**
     * Parses one duration.
     *
     * @throws IllegalArgumentException if the text is not a duration
     */
    public static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "not a duration: \"" + text + "\" (expected 500ms, 5s, 2m or 1h)");
        }
        long number = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2);
        return switch (unit == null ? "s" : unit) {
            case "ms" -> Duration.ofMillis(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
