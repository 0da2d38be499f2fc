/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.heapdump.RowCount;
import io.heapsight.cli.output.Format;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.Histograms;
import io.heapsight.operation.Operations;
import io.heapsight.unit.Durations;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What {@code histogram} and {@code garbage} have in common. */
final class HistogramOptions {
    private static final int KEPT = 2;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private Format format = Format.TEXT;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "only the largest N classes",
            converter = RowCount.class)
    private @Nullable Integer top;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "how long the target may take (default: 60s)",
            converter = DurationConverter.class,
            defaultValue = "60s")
    private Duration timeout = Duration.ofMinutes(1);

    /** Reads "30s" and the like. */
    static final class DurationConverter implements CommandLine.ITypeConverter<Duration> {
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

    Format format() {
        return format;
    }

    int top() {
        return top == null ? Integer.MAX_VALUE : top;
    }

    /** Takes histograms for one command: no rate bound, and no audit but the user's shell. */
    Histograms service() {
        EventLog silent = new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system());
        SteadyClock clock = SteadyClock.system(silent);
        return new Histograms(
                new Operations(Map.of(), clock, silent),
                new HistogramHistory(KEPT),
                timeout,
                clock);
    }
}
