/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.heapdump.RowCountConverter;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.pause.PauseEstimator;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The common options of {@code histogram} and {@code garbage}. */
final class HistogramOptions {
    private static final int KEPT = 2;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "only the largest N classes",
            converter = RowCountConverter.class)
    private @Nullable Integer top;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "timeout for the target (default: 60s)",
            converter = DurationConverter.class,
            defaultValue = "60s")
    private Duration timeout = Duration.ofMinutes(1);

    OutputFormat format() {
        return format;
    }

    int top() {
        return top == null ? Integer.MAX_VALUE : top;
    }

    /**
     * Creates the service that takes histograms for one command, without rate limit or audit log.
     */
    HistogramTaker service() {
        UnlimitedOperationGate gate = UnlimitedOperationGate.open();
        return new HistogramTaker(
                gate.operations(),
                new HistogramHistory(KEPT),
                timeout,
                gate.clock(),
                new PauseEstimator(Optional.empty()));
    }
}
