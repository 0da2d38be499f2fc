/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.heapsight.json.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a run as {@link RunJsonFormat} writes it. Skips unknown fields, so that a later release may
 * add some; refuses a later version of the schema.
 *
 * @see RunJsonFormat the shape
 */
public final class RunJsonReader {
    private static final int MOST_DEPTH = 64;
    private static final int MOST_TEXT = 100_000;
    static final JsonFactory FORMAT =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(MOST_DEPTH)
                                    .maxStringLength(MOST_TEXT)
                                    .build())
                    .build();
    private static final int MOST_FLAGS = 10_000;
    private static final int MOST_LABELS = 1000;
    private static final int MOST_MARKS = 100_000;
    private static final int MOST_WARNINGS = 1000;

    private final JsonValueReader json;
    private final RunDraft draft;

    private RunJsonReader(JsonValueReader json, RunDraft draft) {
        this.json = json;
        this.draft = draft;
    }

    /**
     * Reads a document to its end.
     *
     * @throws RunFormatException if it is not a run, or too large for this JVM's memory
     */
    public static Run read(InputStream in) throws IOException {
        return read(in, RunDraft.usualBytes());
    }

    /**
     * @param mostBytes maximum memory of its samples
     */
    static Run read(InputStream in, long mostBytes) throws IOException {
        RunDraft draft = new RunDraft(mostBytes);
        try (JsonParser parser = FORMAT.createParser(in)) {
            JsonValueReader json = new JsonValueReader(parser, "");
            json.reading(
                    () -> {
                        json.next(JsonToken.START_OBJECT, "an object");
                        new RunJsonReader(json, draft).fields();
                        if (parser.nextToken() != null) {
                            throw json.wrong("trailing data after the document");
                        }
                        complete(json, draft);
                    });
        }
        return draft.run();
    }

    /**
     * Reads one object with some of the fields of a run, or a row of samples.
     *
     * @param where source of the line, for errors
     */
    static void readLine(
            byte[] line, int length, String where, RunDraft draft, SampleRowReader rows)
            throws IOException {
        try (JsonParser parser = FORMAT.createParser(line, 0, length)) {
            JsonValueReader json = new JsonValueReader(parser, where);
            json.reading(
                    () -> {
                        if (parser.nextToken() == JsonToken.START_ARRAY) {
                            rows.row(json, draft.samples);
                        } else if (parser.currentToken() == JsonToken.START_OBJECT) {
                            RunJsonReader reader = new RunJsonReader(json, draft);
                            while (json.nextField()) {
                                if (parser.currentName().equals(SampleRowReader.COLUMNS)) {
                                    rows.columns(json);
                                } else {
                                    reader.field(parser.currentName());
                                }
                            }
                        } else {
                            throw json.wrong("neither an object nor a row");
                        }
                        if (parser.nextToken() != null) {
                            throw json.wrong("trailing data after the record");
                        }
                    });
        }
    }

    /** Checks that all mandatory fields are present. */
    static void complete(JsonValueReader json, RunDraft draft) throws RunFormatException {
        Optional<String> missing = draft.missing();
        if (missing.isPresent()) {
            throw json.wrong("no " + missing.get() + ": not a run that heapsight exported");
        }
    }

    private void fields() throws IOException {
        while (json.nextField()) {
            field(json.name());
        }
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "schemaVersion" -> version();
            case "name" -> draft.name = new RunName(json.text());
            case "target" -> draft.target = target();
            case "flags" -> json.texts(draft.flags, MOST_FLAGS);
            case "limits" -> draft.limits = limits();
            case "labels" -> labels();
            case "started" -> draft.started = json.time();
            case "stopped" -> draft.stopped = json.time();
            case "samples" -> samples();
            case "marks" -> marks();
            case "heapAtStart" -> draft.heapAtStart = RunHistogramReader.read(json);
            case "heapAtStop" -> draft.heapAtStop = RunHistogramReader.read(json);
            case "profile" -> draft.profile = RunProfileReader.read(json);
            case "warnings" -> json.texts(draft.warnings, MOST_WARNINGS);
            default -> json.skip();
        }
    }

    private void version() throws IOException {
        long version = json.integer();
        if (version != Shape.SCHEMA_VERSION) {
            throw json.wrong(
                    "schemaVersion %d is not known: this heapsight reads %d%s"
                            .formatted(
                                    version,
                                    Shape.SCHEMA_VERSION,
                                    version > Shape.SCHEMA_VERSION
                                            ? "; a newer release wrote it"
                                            : ""));
        }
        draft.versionSeen = true;
    }

    private RunTarget target() throws IOException {
        int pid = 0;
        String name = "";
        Optional<String> mainClass = Optional.empty();
        Optional<String> jdk = Optional.empty();
        Optional<String> collector = Optional.empty();
        json.startObject();
        while (json.nextField()) {
            switch (json.name()) {
                case "pid" -> pid = (int) json.integer(0, Integer.MAX_VALUE);
                case "name" -> name = json.text();
                case "mainClass" -> mainClass = Optional.of(json.text());
                case "jdk" -> jdk = Optional.of(json.text());
                case "collector" -> collector = Optional.of(json.text());
                default -> json.skip();
            }
        }
        return new RunTarget(pid, name, mainClass, jdk, collector);
    }

    private RunLimits limits() throws IOException {
        OptionalLong memory = OptionalLong.empty();
        OptionalLong soft = OptionalLong.empty();
        OptionalDouble cores = OptionalDouble.empty();
        OptionalDouble shares = OptionalDouble.empty();
        OptionalLong heap = OptionalLong.empty();
        OptionalLong metaspace = OptionalLong.empty();
        json.startObject();
        while (json.nextField()) {
            switch (json.name()) {
                case "memoryBytes" -> memory = OptionalLong.of(json.integer(0, Long.MAX_VALUE));
                case "softMemoryBytes" -> soft = OptionalLong.of(json.integer(0, Long.MAX_VALUE));
                case "cpuCores" -> cores = OptionalDouble.of(json.number());
                case "cpuShareCores" -> shares = OptionalDouble.of(json.number());
                case "heapMaxBytes" -> heap = OptionalLong.of(json.integer(0, Long.MAX_VALUE));
                case "metaspaceMaxBytes" ->
                        metaspace = OptionalLong.of(json.integer(0, Long.MAX_VALUE));
                default -> json.skip();
            }
        }
        return new RunLimits(memory, soft, cores, shares, heap, metaspace);
    }

    private void labels() throws IOException {
        json.startObject();
        while (json.nextField()) {
            if (draft.labels.size() == MOST_LABELS) {
                throw json.wrong("more than " + MOST_LABELS + " labels");
            }
            draft.labels.put(json.name(), json.text());
        }
    }

    private void marks() throws IOException {
        json.startArray();
        while (json.nextElement(JsonToken.START_OBJECT, "a mark")) {
            if (draft.marks.size() == MOST_MARKS) {
                throw json.wrong("more than " + MOST_MARKS + " marks");
            }
            draft.marks.add(mark());
        }
    }

    private ProgressMark mark() throws IOException {
        @Nullable Instant at = null;
        ProgressMark.@Nullable Kind kind = null;
        double value = 0;
        while (json.nextField()) {
            switch (json.name()) {
                case "at" -> at = json.time();
                case "records", "jobs", "lines" -> {
                    kind = ProgressMark.Kind.valueOf(json.name().toUpperCase(Locale.ROOT));
                    value = json.number();
                }
                default -> json.skip();
            }
        }
        if (at == null || kind == null) {
            throw json.wrong("a mark without " + (at == null ? "\"at\"" : "\"records\""));
        }
        return new ProgressMark(at, kind, value);
    }

    private void samples() throws IOException {
        SampleReader reader = new SampleReader(json, draft.samples);
        json.startArray();
        while (json.nextElement(JsonToken.START_OBJECT, "a sample")) {
            reader.read();
        }
    }
}
