/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.EnumConverter;
import io.heapsight.fleet.Dialect;
import io.heapsight.fleet.DurationFormatter;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.fleet.comparison.FleetComparisonRequest;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that select the pods and the window of a comparison with Prometheus. */
final class FleetComparisonOptions {
    /** The help of {@code --dialect}. */
    static final String DIALECTS =
            "exporter, if the pods have several: heapsight, heapsight-prefixed, micrometer,"
                    + " client-java, simpleclient, opentelemetry";

    private static final Duration LEAST_WINDOW = Duration.ofMinutes(1);
    private static final Duration LEAST_STEP = Duration.ofSeconds(1);

    @Option(
            names = "--base",
            paramLabel = "SELECTOR",
            description = "pods of the base: 'namespace=\"shop\",version=\"1.4\"'")
    private @Nullable String base;

    @Option(names = "--candidate", paramLabel = "SELECTOR", description = "pods of the other arm")
    private @Nullable String candidate;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "length of the window; with --sequential from the candidate's start; default:"
                            + " 2h")
    private Duration window = Duration.ofHours(2);

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "end of the window: 2026-11-28T12:00:00Z, or Unix seconds; default: now")
    private @Nullable String at;

    @Option(
            names = "--base-at",
            paramLabel = "TIME",
            description =
                    "end of the base's own window, to compare the same pods at two times; no"
                            + " verdicts")
    private @Nullable String baseAt;

    @Option(
            names = "--step",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "time between values; default: 15s, or a thousandth of the window")
    private @Nullable Duration step;

    @Option(
            names = "--per",
            paramLabel = "PROMQL",
            description =
                    "work of each pod per second: 'sum by (namespace, pod)"
                            + " (rate(http_requests_total[1m]))'")
    private @Nullable String per;

    @Option(names = "--paired", description = "pair pods on the same node")
    private boolean paired;

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            converter = DialectConverter.class,
            description = DIALECTS)
    private @Nullable Dialect dialect;

    @Option(
            names = "--sequential",
            description = "judge at each quarter of the window only: for gates that run repeatedly")
    private boolean sequential;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /**
     * Returns the requested comparison.
     *
     * @throws ProblemException if an arm is missing or a time is invalid
     */
    FleetComparisonRequest question() throws ProblemException {
        if (base == null || candidate == null) {
            throw bad("An arm is missing", "--base and --candidate select the pods", "both");
        }
        if (window.compareTo(LEAST_WINDOW) < 0) {
            throw bad("The window is too short", "--window is under a minute", "2h");
        }
        if (step != null
                && (step.compareTo(LEAST_STEP) < 0
                        || step.compareTo(window) > 0
                        || window.dividedBy(step) >= TimeGrid.MOST_SIZE)) {
            throw bad(
                    "The step is invalid",
                    "--step is under 1 s, above the window or under a twenty-thousandth of it",
                    "15s");
        }
        Instant end = at == null ? Instant.now() : time("--at", at);
        return new FleetComparisonRequest(
                base,
                candidate,
                end,
                baseEnd(end),
                window,
                Optional.ofNullable(step),
                Optional.ofNullable(per),
                paired,
                Optional.ofNullable(dialect),
                sequential);
    }

    private Optional<Instant> baseEnd(Instant end) throws ProblemException {
        if (baseAt == null) {
            return Optional.empty();
        }
        if (sequential) {
            throw new ParameterException(
                    command.commandLine(),
                    "--base-at compares two windows, --sequential looks at one: give one of them");
        }
        Instant baseEnd = time("--base-at", baseAt);
        Duration overlap = window.minus(Duration.between(baseEnd, end).abs());
        if (overlap.isPositive()) {
            throw bad(
                    "The windows overlap",
                    "The ends of both windows, %s and %s, are too close by %s"
                            .formatted(baseEnd, end, DurationFormatter.of(overlap)),
                    "an earlier --base-at or a shorter --window");
        }
        return Optional.of(baseEnd);
    }

    private static Instant time(String option, String text) throws ProblemException {
        try {
            return text.matches("[0-9]{1,12}")
                    ? Instant.ofEpochSecond(Long.parseLong(text))
                    : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Not a time",
                    option + " " + VisibleText.of(text, 50),
                    "Give " + option + " 2026-11-28T12:00:00Z, or Unix seconds.",
                    e);
        }
    }

    private static ProblemException bad(String title, String detail, String give) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST, title, detail + ".", "Give " + give + ".");
    }

    /** Parses the name of a dialect. */
    static final class DialectConverter extends EnumConverter<Dialect> {
        DialectConverter() {
            super(Dialect.values());
        }
    }
}
