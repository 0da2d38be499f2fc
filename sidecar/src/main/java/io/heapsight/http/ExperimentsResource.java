/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.experiment.ExperimentPlan;
import io.heapsight.experiment.Experiments;
import io.heapsight.experiment.PlanReader;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.RequestBodyDeclaration;
import io.heapsight.http.route.Route;
import io.heapsight.job.JobJson;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.json.Schema;
import io.heapsight.report.JobReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.yaml.YamlException;
import java.util.List;
import java.util.Optional;

/** {@code /experiments}: starts and shows experiments. */
final class ExperimentsResource {
    private static final Parameter<String> ID =
            Parameter.text(
                    "id", JobSnapshot.ID_PATTERN, "an id from POST /experiments", "the experiment");

    private static final Parameter<Boolean> REPLACE =
            Parameter.bool(
                            "replace",
                            "replace the runs of an earlier experiment with the same arms")
                    .or(false);

    private final TargetResolver targets;
    private final Experiments experiments;

    ExperimentsResource(TargetResolver targets, Experiments experiments) {
        this.targets = targets;
        this.experiments = experiments;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.POST,
                        "/experiments",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "switches a target between states in turns and records runs of"
                                        + " each",
                                List.of(REPLACE, TargetResolver.TARGET),
                                Optional.of(
                                        RequestBodyDeclaration.line(
                                                "the plan of the experiment, in YAML",
                                                Schema.pattern("\\S"))),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::start),
                new Route(
                        Method.GET,
                        "/experiments/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "one experiment: progress, phase and the link to its comparison",
                                List.of(ID),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document())),
                        exchange -> new Reply.Document(new JobReport(find(exchange.get(ID))))));
    }

    private Reply start(Exchange exchange) throws ProblemException {
        ExperimentPlan plan = plan(exchange.body());
        String target = exchange.find(TargetResolver.TARGET).or(plan::target).orElse("");
        JobSnapshot job =
                experiments.start(
                        plan,
                        () -> targets.named(target),
                        exchange.get(REPLACE),
                        exchange.callerName());
        exchange.answerHeader("Location", "/experiments/" + job.id());
        return new Reply.Document(new JobReport(job));
    }

    private static ExperimentPlan plan(String yaml) throws ProblemException {
        try {
            return PlanReader.read(yaml);
        } catch (YamlException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Not an experiment plan",
                    String.valueOf(e.getMessage()),
                    "See docs/experiments.md for an example.",
                    e);
        }
    }

    private JobSnapshot find(String id) throws ProblemException {
        return experiments
                .jobs()
                .find(id)
                .filter(job -> job.kind() == JobKind.EXPERIMENT)
                .orElseThrow(
                        () ->
                                new ProblemException(
                                        Problem.Kind.NOT_FOUND,
                                        "No such experiment",
                                        "There is no experiment " + id + ".",
                                        "GET /jobs lists recent experiments."));
    }
}
