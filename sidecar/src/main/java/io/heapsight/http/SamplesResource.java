/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.report.SamplesReport;
import io.heapsight.run.RunColumn;
import io.heapsight.unit.ProblemException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code GET /samples}: samples of the last hour; never touches the target. */
final class SamplesResource {
    private static final long MILLIS_PER_SECOND = 1000;

    private static final Parameter<Integer> SECONDS =
            Parameter.integer("seconds", 1, 3600, "time span to show").or(300);
    private static final Parameter<Integer> POINTS =
            Parameter.integer("points", 1, 600, "maximum number of samples; the others are skipped")
                    .or(300);
    private static final Map<String, SampleField> BY_NAME =
            Arrays.stream(SampleField.values())
                    .collect(
                            Collectors.toMap(
                                    field -> RunColumn.of(field).figure(),
                                    field -> field,
                                    (one, _) -> one,
                                    LinkedHashMap::new));
    private static final String NAME = "(" + String.join("|", BY_NAME.keySet()) + ")";
    private static final Parameter<String> FIELDS =
            Parameter.text(
                            "fields",
                            NAME + "(," + NAME + "){0,79}",
                            "separated by commas, some of " + String.join(", ", BY_NAME.keySet()),
                            "the columns")
                    .or("heapUsedBytes,gcPauseSeconds,residentBytes");

    private final TargetResolver targets;
    private final Function<TargetConnection, Optional<TargetMonitor>> monitors;

    SamplesResource(
            TargetResolver targets, Function<TargetConnection, Optional<TargetMonitor>> monitors) {
        this.targets = targets;
        this.monitors = monitors;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/samples",
                Access.PROTECTED,
                Cost.CHEAP,
                new Route.About(
                        "samples of the last hour as a table; current memory pools and collectors;"
                                + " the last garbage collection pauses",
                        List.of(SECONDS, POINTS, FIELDS, TargetResolver.TARGET),
                        AnswerDeclaration.textOr(() -> SamplesReport.SHAPE.document())),
                this::samples);
    }

    private Reply samples(Exchange exchange) throws ProblemException {
        List<SampleField> fields = fields(exchange.get(FIELDS));
        TargetConnection target = targets.chosen(exchange);
        TargetMonitor monitor =
                monitors.apply(target)
                        .orElseThrow(() -> new ProblemException(TargetResolver.gone(target)));
        long window = exchange.get(SECONDS) * MILLIS_PER_SECOND;
        long step = Math.ceilDiv(window, exchange.get(POINTS));
        return new Reply.Document(
                new SamplesReport(
                        monitor.jvm(),
                        Instant.ofEpochMilli(monitor.startMillis()),
                        fields,
                        monitor.samples().last(window, step, columns(fields)),
                        monitor.latest(),
                        pauses(monitor)));
    }

    private static List<SamplesReport.Pause> pauses(TargetMonitor monitor) {
        return monitor.latest().stream()
                .flatMap(sample -> sample.pauses().last().stream())
                .map(pause -> new SamplesReport.Pause(monitor.timeOf(pause), pause))
                .toList();
    }

    @SuppressWarnings("EnumOrdinal") // a row of the ring is in the order of the enum
    private static List<Integer> columns(List<SampleField> fields) {
        return fields.stream().map(SampleField::ordinal).toList();
    }

    private static List<SampleField> fields(String names) {
        return Arrays.stream(names.split(",", -1))
                .map(
                        name ->
                                Objects.requireNonNull(
                                        BY_NAME.get(name), "the pattern contains only known names"))
                .toList();
    }
}
