/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses durations as users write them: "500ms", "5s", "2m", "1h", "1d"; a bare number is seconds.
 */
public final class Durations {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)?");

    private Durations() {}

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
