/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.operation.Pause;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** Declares a job's fields, for the API and for the files that a restart reads. */
public final class JobJson {
    private static final Shape<Problem> PROBLEM =
            Shape.<Problem>of()
                    .field("status", INTEGER, problem -> problem.kind().httpStatus())
                    .field("title", TEXT, Problem::title)
                    .field("detail", TEXT, Problem::detail)
                    .field("remedy", TEXT, Problem::remedy);

    public static final Shape<JobSnapshot> JOB =
            Shape.<JobSnapshot>of()
                    .field("id", TEXT.as(Schema.pattern(JobSnapshot.ID_PATTERN)), JobSnapshot::id)
                    .field("kind", choice(JobKind.values(), JobKind::label), JobSnapshot::kind)
                    .field("subject", TEXT, JobSnapshot::subject)
                    .field("caller", TEXT, JobSnapshot::caller)
                    .field("state", choice(JobState.values(), JobState::label), JobSnapshot::state)
                    .field("progress", NUMBER, job -> Math.round(job.progress() * 1e4) / 1e4)
                    .field("phase", TEXT, JobSnapshot::phase)
                    .nullable("etaSeconds", INTEGER, job -> number(job.etaSeconds()))
                    .field("startedAt", TIME, JobSnapshot::startedAt)
                    .nullable("endedAt", TIME, JobSnapshot::endedAt)
                    .nullable("result", TEXT, JobSnapshot::result)
                    .nullable("problem", PROBLEM, JobSnapshot::problem)
                    .field("skipped", list(SkippedPart.JSON), JobSnapshot::skipped)
                    .nullable(
                            "expectedPauseSeconds",
                            NUMBER,
                            job -> job.pause().expected().map(Pause::seconds))
                    .nullable(
                            "pauseSeconds",
                            NUMBER,
                            job -> job.pause().measured().map(Pause::seconds));

    private static final double MOST_PAUSE_SECONDS = 1e9;
    private static final double MILLIS_PER_SECOND = 1000;

    private JobJson() {}

    /**
     * Reads a job back.
     *
     * @throws IOException if it is not a job
     */
    static JobSnapshot read(String text) throws IOException {
        JsonObject job = JsonObject.parse(text, JOB);
        try {
            return new JobSnapshot(
                    job.text("id"),
                    named(JobKind.values(), JobKind::label, job.text("kind")),
                    job.text("subject"),
                    job.text("caller"),
                    named(JobState.values(), JobState::label, job.text("state")),
                    job.number("progress"),
                    job.text("phase"),
                    OptionalLong.empty(),
                    job.time("startedAt"),
                    job.optionalTime("endedAt"),
                    job.optionalText("result"),
                    problem(job.optionalObject("problem")),
                    skipped(job),
                    new Pause(
                            duration(job, "expectedPauseSeconds"), duration(job, "pauseSeconds")));
        } catch (IllegalArgumentException e) {
            throw new IOException("not the record of a job: " + e.getMessage(), e);
        }
    }

    private static Optional<Duration> duration(JsonObject job, String name) throws IOException {
        OptionalDouble seconds = job.optionalNumber(name);
        if (seconds.isEmpty()) {
            return Optional.empty(); // also in the records of earlier versions
        }
        double value = seconds.getAsDouble();
        if (!(value >= 0 && value <= MOST_PAUSE_SECONDS)) {
            throw new IllegalArgumentException(name + " " + value);
        }
        return Optional.of(Duration.ofMillis(Math.round(MILLIS_PER_SECOND * value)));
    }

    private static Optional<Problem> problem(Optional<JsonObject> problem) throws IOException {
        if (problem.isEmpty()) {
            return Optional.empty();
        }
        JsonObject said = problem.get();
        int status = (int) said.integer("status");
        return Optional.of(
                new Problem(
                        named(Problem.Kind.values(), Problem.Kind::httpStatus, status),
                        said.text("title"),
                        said.text("detail"),
                        said.text("remedy")));
    }

    private static List<SkippedPart> skipped(JsonObject job) throws IOException {
        List<SkippedPart> skipped = new ArrayList<>();
        for (JsonObject each : job.optionalItems(JsonObject.class, "skipped")) {
            skipped.add(SkippedPart.read(each));
        }
        return skipped;
    }

    private static <E, N> E named(E[] all, Function<E, N> name, N wanted) {
        return Arrays.stream(all)
                .filter(each -> name.apply(each).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown: " + wanted));
    }
}
