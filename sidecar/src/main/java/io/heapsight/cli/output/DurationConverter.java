/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.Durations;
import java.time.Duration;
import picocli.CommandLine;

/** Parses durations such as "30s". */
public final class DurationConverter implements CommandLine.ITypeConverter<Duration> {
    private static final Duration LONGEST = Duration.ofDays(365);

    @Override
    public Duration convert(String text) {
        Duration duration;
        try {
            duration = Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
        }
        if (duration.compareTo(LONGEST) > 0) {
            throw new CommandLine.TypeConversionException(text + " is longer than a year");
        }
        return duration;
    }
}
