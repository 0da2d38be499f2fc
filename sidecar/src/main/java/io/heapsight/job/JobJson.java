/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import static io.heapsight.json.JsonType.INTEGER;
import static io.heapsight.json.JsonType.NUMBER;
import static io.heapsight.json.JsonType.TEXT;
import static io.heapsight.json.JsonType.TIME;
import static io.heapsight.json.JsonType.choice;
import static io.heapsight.json.JsonType.list;
import static io.heapsight.json.JsonType.number;

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

    public static final Shape<JobRecord> JOB =
            Shape.<JobRecord>of()
                    .field("id", TEXT.as(Schema.pattern(JobRecord.ID_PATTERN)), JobRecord::id)
                    .field("kind", choice(JobKind.values(), JobKind::label), JobRecord::kind)
                    .field("subject", TEXT, JobRecord::subject)
                    .field("caller", TEXT, JobRecord::caller)
                    .field("state", choice(JobState.values(), JobState::label), JobRecord::state)
                    .field("progress", NUMBER, job -> Math.round(job.progress() * 1e4) / 1e4)
                    .field("phase", TEXT, JobRecord::phase)
                    .nullable("etaSeconds", INTEGER, job -> number(job.etaSeconds()))
                    .field("startedAt", TIME, JobRecord::startedAt)
                    .nullable("endedAt", TIME, JobRecord::endedAt)
                    .nullable("result", TEXT, JobRecord::result)
                    .nullable("problem", PROBLEM, JobRecord::problem)
                    .field("skipped", list(SkippedPart.JSON), JobRecord::skipped)
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
    static JobRecord read(String text) throws IOException {
        JsonObject job = JsonObject.parse(text, JOB);
        try {
            return new JobRecord(
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
