/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** A job as JSON: the fields that the API shows are also those that a restart reads. */
public final class JobJson {
    private static final JsonFactory FORMAT = new JsonFactory();
    private static final String PROBLEM = "problem.";

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
        if (job.problem().isEmpty()) {
            json.writeNullField("problem");
            return;
        }
        Problem problem = job.problem().get();
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
        Map<String, String> fields = fields(text);
        try {
            return new JobRecord(
                    required(fields, "id"),
                    named(JobKind.values(), JobKind::label, required(fields, "kind")),
                    required(fields, "subject"),
                    required(fields, "caller"),
                    named(JobState.values(), JobState::label, required(fields, "state")),
                    Double.parseDouble(required(fields, "progress")),
                    required(fields, "phase"),
                    OptionalLong.empty(),
                    Instant.parse(required(fields, "startedAt")),
                    Optional.ofNullable(fields.get("endedAt")).map(Instant::parse),
                    Optional.ofNullable(fields.get("result")),
                    problem(fields));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException("not the record of a job: " + e.getMessage(), e);
        }
    }

    private static Optional<Problem> problem(Map<String, String> fields) throws IOException {
        if (!fields.containsKey(PROBLEM + "status")) {
            return Optional.empty();
        }
        int status = Integer.parseInt(required(fields, PROBLEM + "status"));
        return Optional.of(
                new Problem(
                        named(Problem.Kind.values(), Problem.Kind::httpStatus, status),
                        required(fields, PROBLEM + "title"),
                        required(fields, PROBLEM + "detail"),
                        required(fields, PROBLEM + "remedy")));
    }

    /** The fields of the problem begin with "problem.". */
    private static Map<String, String> fields(String text) throws IOException {
        Map<String, String> fields = new HashMap<>();
        String prefix = "";
        try (JsonParser json = FORMAT.createParser(text)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.START_OBJECT && json.currentName() != null) {
                    prefix = json.currentName() + ".";
                } else if (token == JsonToken.END_OBJECT) {
                    prefix = "";
                } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
                    fields.put(prefix + json.currentName(), json.getText());
                }
            }
        }
        return fields;
    }

    private static String required(Map<String, String> fields, String name) throws IOException {
        String value = fields.get(name);
        if (value == null) {
            throw new IOException("the record lacks " + name);
        }
        return value;
    }

    private static <E, N> E named(E[] all, Function<E, N> name, N wanted) {
        return Arrays.stream(all)
                .filter(each -> name.apply(each).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown: " + wanted));
    }
}
