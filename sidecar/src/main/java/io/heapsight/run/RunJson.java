/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.ClassUsage;
import io.heapsight.histogram.Count;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes a run as JSON, field by field. What is not known is left out.
 *
 * <pre>
 * {"schemaVersion":1,"name":"INFO#1",
 *  "target":{"pid":7,"name":"Export","mainClass":"com.acme.Export","jdk":"25.0.3","collector":"G1"},
 *  "flags":["-Xmx388m"],"limits":{"memoryBytes":536870912,"cpuCores":2.0,"heapMaxBytes":406847488},
 *  "labels":{"image":"export:1.4"},"started":"2026-…Z","stopped":"2026-…Z",
 *  "marks":[{"at":"2026-…Z","records":100000}],
 *  "heapAtStart":{"takenAt":"2026-…Z","totals":{"instances":0,"bytes":0},
 *                 "unreachable":{"instances":0,"bytes":0},"filler":{"instances":0,"bytes":0},
 *                 "classes":[{"name":"[B","module":"java.base","instances":0,"bytes":0,
 *                             "unreachableInstances":0,"unreachableBytes":0}],
 *                 "classesLeftOut":0},
 *  "warnings":[],
 *  "samples":[{"at":"2026-…Z","heapUsedBytes":0,"gcOverheadRatio":0.01,
 *              "collectors":{"G1 Young Generation":{"count":3,"seconds":0.1}},
 *              "pools":{"G1 Eden Space":{"usedBytes":0,"committedBytes":0}}}]}
 * </pre>
 */
public final class RunJson {
    /** The version of the document's shape. */
    static final int SCHEMA_VERSION = 1;

    private static final double EXACT = 1L << 53;

    private RunJson() {}

    /** Writes all but the version into an object that is open. */
    public static void writeFields(JsonGenerator json, Run run) throws IOException {
        writeHead(json, run);
        if (run.stopped().isPresent()) {
            json.writeStringField("stopped", run.stopped().get().toString());
        }
        marks(json, run.marks());
        if (run.heapAtStart().isPresent()) {
            histogram(json, "heapAtStart", run.heapAtStart().get());
        }
        if (run.heapAtStop().isPresent()) {
            histogram(json, "heapAtStop", run.heapAtStop().get());
        }
        texts(json, "warnings", run.warnings());
        json.writeArrayFieldStart("samples");
        SampleWriter samples = new SampleWriter(run.samples());
        for (int i = 0; i < run.samples().size(); i++) {
            samples.write(json, i);
        }
        json.writeEndArray();
    }

    /** Writes what is known when a run begins. */
    static void writeHead(JsonGenerator json, Run run) throws IOException {
        json.writeStringField("name", run.name().text());
        target(json, run.target());
        texts(json, "flags", run.flags());
        limits(json, run.limits());
        json.writeObjectFieldStart("labels");
        for (Map.Entry<String, String> label : run.labels().entrySet()) {
            json.writeStringField(label.getKey(), label.getValue());
        }
        json.writeEndObject();
        json.writeStringField("started", run.started().toString());
    }

    /** Writes the field {@code target}. */
    public static void target(JsonGenerator json, RunTarget target) throws IOException {
        json.writeObjectFieldStart("target");
        json.writeNumberField("pid", target.pid());
        json.writeStringField("name", target.name());
        text(json, "mainClass", target.mainClass());
        text(json, "jdk", target.jdk());
        text(json, "collector", target.collector());
        json.writeEndObject();
    }

    /** Writes the field {@code limits}. */
    public static void limits(JsonGenerator json, RunLimits limits) throws IOException {
        json.writeObjectFieldStart("limits");
        number(json, "memoryBytes", limits.memoryBytes());
        number(json, "softMemoryBytes", limits.softMemoryBytes());
        if (limits.cpuCores().isPresent()) {
            json.writeNumberField("cpuCores", limits.cpuCores().getAsDouble());
        }
        if (limits.cpuShareCores().isPresent()) {
            json.writeNumberField("cpuShareCores", limits.cpuShareCores().getAsDouble());
        }
        number(json, "heapMaxBytes", limits.heapMaxBytes());
        number(json, "metaspaceMaxBytes", limits.metaspaceMaxBytes());
        json.writeEndObject();
    }

    static void marks(JsonGenerator json, List<Mark> marks) throws IOException {
        json.writeArrayFieldStart("marks");
        for (Mark mark : marks) {
            json.writeStartObject();
            json.writeStringField("at", mark.at().toString());
            json.writeFieldName(mark.kind().label());
            number(json, mark.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void histogram(JsonGenerator json, String field, RunHistogram histogram)
            throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField("takenAt", histogram.takenAt().toString());
        count(json, "totals", histogram.all());
        count(json, "unreachable", histogram.unreachable());
        count(json, "filler", histogram.filler());
        if (histogram.garbage().isPresent()) {
            GarbageBounds garbage = histogram.garbage().get();
            json.writeObjectFieldStart("garbage");
            count(json, "atLeast", garbage.atLeast());
            count(json, "atMost", garbage.atMost());
            if (!garbage.heapdump().isEmpty()) {
                json.writeStringField("heapdump", garbage.heapdump());
            }
            json.writeEndObject();
        }
        json.writeArrayFieldStart("classes");
        for (ClassUsage row : histogram.classes()) {
            json.writeStartObject();
            json.writeStringField("name", row.name());
            if (!row.module().isEmpty()) {
                json.writeStringField("module", row.module());
            }
            json.writeNumberField("instances", row.all().instances());
            json.writeNumberField("bytes", row.all().bytes());
            json.writeNumberField("unreachableInstances", row.unreachable().instances());
            json.writeNumberField("unreachableBytes", row.unreachable().bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("classesLeftOut", histogram.classesLeftOut());
        json.writeEndObject();
    }

    /** Writes an array of texts. */
    public static void texts(JsonGenerator json, String field, List<String> texts)
            throws IOException {
        json.writeArrayFieldStart(field);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /** A whole number without a fraction. */
    public static void number(JsonGenerator json, double value) throws IOException {
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
    }

    static String time(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).toString();
    }

    private static void text(JsonGenerator json, String field, Optional<String> text)
            throws IOException {
        if (text.isPresent()) {
            json.writeStringField(field, text.get());
        }
    }

    private static void number(JsonGenerator json, String field, OptionalLong number)
            throws IOException {
        if (number.isPresent()) {
            json.writeNumberField(field, number.getAsLong());
        }
    }

    /** Writes instances and bytes as an object. */
    public static void count(JsonGenerator json, String field, Count count) throws IOException {
        json.writeObjectFieldStart(field);
        json.writeNumberField("instances", count.instances());
        json.writeNumberField("bytes", count.bytes());
        json.writeEndObject();
    }
}
