/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.DurationConverter;
import io.heapsight.fleet.Dialect;
import io.heapsight.fleet.DialectChoice;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.fleet.size.PodHistoryQueries;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select pods in Prometheus, and the window of recorded time. */
final class PodSelectorOptions {
    @Option(
            names = "--selector",
            paramLabel = "SELECTOR",
            description = "labels of the pods in Prometheus: 'namespace=\"shop\",app=\"web\"'")
    private @Nullable String selector;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            description = "recorded time; default: 7d for advice, 6h for top",
            converter = DurationConverter.class)
    private @Nullable Duration window;

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            converter = FleetComparisonOptions.DialectConverter.class,
            description = FleetComparisonOptions.DIALECTS)
    private @Nullable Dialect dialect;

    /** Returns whether an option is given that only Prometheus needs. */
    boolean isGiven() {
        return selector != null || window != null || dialect != null;
    }

    boolean hasSelector() {
        return selector != null;
    }

    /**
     * Finds the pods in a window that ends now.
     *
     * @param all selects the pods without --selector
     * @param usual length of the window without --window
     * @param notes receives notes on the exporters
     */
    Fleet fleet(PrometheusClient client, String all, Duration usual, Consumer<String> notes)
            throws ProblemException {
        Duration length = window == null ? usual : window;
        TimeGrid grid = TimeGrid.of(Instant.now(), length, PodHistoryQueries.step(length));
        String wanted = selector == null ? all : selector;
        DialectChoice choice =
                DialectChoice.of(client, Optional.ofNullable(dialect), List.of(wanted), grid);
        choice.notes().forEach(notes);
        return Fleet.of(client, choice, wanted, grid);
    }
}
