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
import io.heapsight.job.JobJson;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.report.JobReport;
import io.heapsight.report.JobsReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** {@code /jobs}: lists, shows and cancels the jobs of the sidecar. */
final class JobsResource {
    private static final Parameter<String> ID =
            Parameter.text("id", JobSnapshot.ID_PATTERN, "an id from GET /jobs", "the job");

    private final Jobs jobs;

    JobsResource(Jobs jobs) {
        this.jobs = jobs;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        "/jobs",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "jobs: running ones with their progress, and the last ended ones",
                                List.of(),
                                AnswerDeclaration.textOr(() -> JobsReport.SHAPE.document())),
                        _ -> new Reply.Document(new JobsReport(jobs.list()))),
                new Route(
                        Method.GET,
                        "/jobs/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "one job: progress, phase, result",
                                List.of(ID),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document())),
                        exchange -> {
                            String id = exchange.get(ID);
                            return answer(
                                    jobs.find(id)
                                            .orElseThrow(() -> new ProblemException(none(id))));
                        }),
                new Route(
                        Method.DELETE,
                        "/jobs/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "cancels a job; it ends after cleaning up",
                                List.of(ID),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        exchange -> {
                            String id = exchange.get(ID);
                            return answer(
                                    jobs.cancel(id)
                                            .orElseThrow(() -> new ProblemException(none(id))));
                        }));
    }

    private static Reply answer(JobSnapshot job) {
        return new Reply.Document(new JobReport(job));
    }

    private static Problem none(String id) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No such job",
                "Unknown job " + id + "; records of old jobs are dropped.",
                "GET /jobs lists the known jobs.");
    }

    /** Answers with a started job and its location. */
    static Reply started(Exchange exchange, JobSnapshot job) {
        exchange.answerHeader("Location", job.path());
        return new Reply.Document(new JobReport(job));
    }
}
