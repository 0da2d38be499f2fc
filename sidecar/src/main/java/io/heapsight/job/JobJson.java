/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.unit.JsonObject;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** A job as JSON: the fields that the API shows are also those that a restart reads. */
public final class JobJson {
    private static final JsonFactory FORMAT = new JsonFactory();

    private JobJson() {}

    /** Writes the fields into an object that is open. */
    public static void writeFields(JsonGenerator json, JobRecord job) throws IOException {
        json.writeStringField("id", job.id());
        json.writeStringField("kind", job.kind().label());
        json.writeStringField("subject", job.subject());
        json.writeStringField("caller", job.caller());
        json.writeStringField("state", job.state().label());
        json.writeNumberField("progress", Math.round(job.progress() * 1e4) / 1e4);
        json.writeStringField("phase", job.phase());
        if (job.etaSeconds().isPresent()) {
            json.writeNumberField("etaSeconds", job.etaSeconds().getAsLong());
        } else {
            json.writeNullField("etaSeconds");
        }
        json.writeStringField("startedAt", job.startedAt().toString());
        json.writeStringField("endedAt", job.endedAt().map(Instant::toString).orElse(null));
        json.writeStringField("result", job.result().orElse(null));
        writeProblem(json, job.problem());
        Skipped.write(json, job.skipped());
    }

    private static void writeProblem(JsonGenerator json, Optional<Problem> said)
            throws IOException {
        if (said.isEmpty()) {
            json.writeNullField("problem");
            return;
        }
        Problem problem = said.get();
        json.writeObjectFieldStart("problem");
        json.writeNumberField("status", problem.kind().httpStatus());
        json.writeStringField("title", problem.title());
        json.writeStringField("detail", problem.detail());
        json.writeStringField("remedy", problem.remedy());
        json.writeEndObject();
    }

    static String write(JobRecord job) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FORMAT.createGenerator(out)) {
            json.writeStartObject();
            writeFields(json, job);
            json.writeEndObject();
        }
        return out.append('\n').toString();
    }

    /**
     * Reads a job back.
     *
     * @throws IOException when it is none
     */
    static JobRecord read(String text) throws IOException {
        JsonObject job = JsonObject.parse(text);
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
                    skipped(job));
        } catch (IllegalArgumentException e) {
            throw new IOException("not the record of a job: " + e.getMessage(), e);
        }
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

    private static List<Skipped> skipped(JsonObject job) throws IOException {
        List<Skipped> skipped = new ArrayList<>();
        for (JsonObject each : job.optionalItems(JsonObject.class, "skipped")) {
            skipped.add(Skipped.read(each));
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
