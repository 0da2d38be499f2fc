/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.JobState;
import io.heapsight.job.Jobs;
import io.heapsight.report.JobReport;
import io.heapsight.report.JobsReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** {@code /jobs}: long work, how far it is, and its end. */
final class JobsResource {
    /** Parts that were left out. */
    static final Schema SKIPPED =
            Schema.array(
                    Schema.object(
                            "phase",
                            Schema.string(),
                            "reason",
                            Schema.string(),
                            "remedy",
                            Schema.string()));

    static final Schema JOB =
            Schema.object(
                    "id",
                    Schema.pattern(JobRecord.ID_PATTERN),
                    "kind",
                    Schema.choice(JobKind.values(), JobKind::label),
                    "subject",
                    Schema.string(),
                    "caller",
                    Schema.string(),
                    "state",
                    Schema.choice(JobState.values(), JobState::label),
                    "progress",
                    Schema.number(),
                    "phase",
                    Schema.string(),
                    "etaSeconds",
                    Schema.integer().orNull(),
                    "startedAt",
                    Schema.time(),
                    "endedAt",
                    Schema.time().orNull(),
                    "result",
                    Schema.string().orNull(),
                    "problem",
                    Schema.object(
                                    "status",
                                    Schema.integer(),
                                    "title",
                                    Schema.string(),
                                    "detail",
                                    Schema.string(),
                                    "remedy",
                                    Schema.string())
                            .orNull(),
                    "skipped",
                    SKIPPED);

    /** A job alone. */
    static final Schema DOCUMENT = JOB.asDocument();

    private static final Schema LIST = Schema.document("jobs", Schema.array(JOB));
    private static final Parameter<String> ID =
            Parameter.text("id", JobRecord.ID_PATTERN, "an id from GET /jobs", "the job");

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
                                "long work: what runs, and how the last ended",
                                List.of(),
                                Produces.textOr(LIST)),
                        _ -> new Reply.Document(new JobsReport(jobs.list()))),
                new Route(
                        Method.GET,
                        "/jobs/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "one job: progress, phase, result",
                                List.of(ID),
                                Produces.textOr(DOCUMENT)),
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
                                "cancels a job; it ends when it has cleaned up",
                                List.of(ID),
                                Produces.textOr(DOCUMENT).accepted()),
                        exchange -> {
                            String id = exchange.get(ID);
                            return answer(
                                    jobs.cancel(id)
                                            .orElseThrow(() -> new ProblemException(none(id))));
                        }));
    }

    private static Reply answer(JobRecord job) {
        return new Reply.Document(new JobReport(job));
    }

    private static Problem none(String id) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No such job",
                "There is no job " + id + ", or so many came after it that it is forgotten.",
                "GET /jobs lists those that are known.");
    }
}
