/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.RequestBodyDeclaration;
import io.heapsight.http.route.Route;
import io.heapsight.json.JsonTreeWriter;
import io.heapsight.json.Schema;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.report.RuleTrialsReport;
import io.heapsight.report.RulesReport;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RulesReader;
import io.heapsight.trigger.RulesSchema;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.yaml.YamlException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code /rules}: the state of rules, and trials of other rules. */
final class RulesResource {
    private static final Parameter<Duration> SINCE =
            Parameter.duration(
                            "since",
                            "([1-9][0-9]{0,3}s|[1-9][0-9]?m|1h)",
                            "1s to 1h",
                            "how far back (default 1h)")
                    .or(Duration.ofHours(1));

    private final TargetResolver targets;
    private final TriggerWatch watch;
    private final Function<TargetConnection, Optional<TargetMonitor>> monitors;

    RulesResource(
            TargetResolver targets,
            TriggerWatch watch,
            Function<TargetConnection, Optional<TargetMonitor>> monitors) {
        this.targets = targets;
        this.watch = watch;
        this.monitors = monitors;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        "/rules",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "rules and triggers: state, past actions and reasons for not"
                                        + " firing",
                                List.of(),
                                AnswerDeclaration.textOr(() -> RulesReport.SHAPE.document())
                                        .orPage()),
                        this::list),
                new Route(
                        Method.GET,
                        "/rules/schema",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "the JSON Schema of a rules file",
                                List.of(),
                                AnswerDeclaration.always(
                                        Map.of(ReplyFormat.JSON.mediaType(), Schema::object))),
                        _ ->
                                new Reply.Content(
                                        ReplyFormat.JSON.contentType(),
                                        JsonTreeWriter.write(RulesSchema.schema().tree()))),
                new Route(
                        Method.POST,
                        "/rules/test",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "replays a file of rules on the samples of the last hour; runs no"
                                        + " action",
                                List.of(SINCE, TargetResolver.TARGET),
                                Optional.of(
                                        RequestBodyDeclaration.line(
                                                "a file of rules, in YAML", Schema.pattern("\\S"))),
                                AnswerDeclaration.textOr(() -> RuleTrialsReport.SHAPE.document())),
                        this::test));
    }

    private Reply list(Exchange exchange) {
        RulesReport report = new RulesReport(watch.statuses());
        if (exchange.format() != ReplyFormat.HTML) {
            return new Reply.Document(report);
        }
        StringWriter page = new StringWriter();
        try {
            report.writeHtml(page);
        } catch (IOException e) {
            throw new UncheckedIOException("writing into memory", e);
        }
        return new Reply.Content(ReplyFormat.HTML.contentType(), page.toString());
    }

    private Reply test(Exchange exchange) throws ProblemException {
        List<Rule> rules = rules(exchange.body());
        TargetConnection target = targets.chosen(exchange);
        TargetMonitor monitor =
                monitors.apply(target)
                        .orElseThrow(() -> new ProblemException(TargetResolver.gone(target)));
        return new Reply.Document(
                new RuleTrialsReport(
                        monitor.jvm(), watch.replay(rules, monitor, exchange.get(SINCE))));
    }

    private static List<Rule> rules(String yaml) throws ProblemException {
        try {
            return RulesReader.read(yaml);
        } catch (YamlException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Not a rules file",
                    String.valueOf(e.getMessage()),
                    "See docs/rules.md for an example.",
                    e);
        }
    }
}
