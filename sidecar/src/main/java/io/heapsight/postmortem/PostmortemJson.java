/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.ClassCount;
import io.heapsight.run.RunJson;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;

/**
 * Writes a post-mortem as JSON. Target, flags, limits and samples are as those of a run: what is
 * not known is left out.
 *
 * <pre>
 * {"schemaVersion":1,"id":"20261121T221930120Z-7",
 *  "target":{"pid":7,"name":"Shop","mainClass":"com.acme.Shop","jdk":"25.0.3","collector":"Serial"},
 *  "diedAt":"2026-…Z",
 *  "reason":{"kind":"oom-kill","certainty":"certain","evidence":["It was killed by …"]},
 *  "topClass":"[B","flags":["-Xmx96m"],"limits":{"memoryBytes":134217728},
 *  "samples":[{"at":"2026-…Z","heapUsedBytes":0}],
 *  "histogram":{"takenAt":"2026-…Z","live":false,"takenBy":"trigger container_memory>90%",
 *               "totals":{"instances":0,"bytes":0},
 *               "classes":[{"name":"[B","module":"java.base","instances":0,"bytes":0}]},
 *  "crashLog":{"file":"hs_err_pid7.log","text":"…"}}
 * </pre>
 */
public final class PostmortemJson {
    static final int SCHEMA_VERSION = 1;

    private PostmortemJson() {}

    /** The whole document, ended by a line feed. */
    static String write(Postmortem postmortem) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartObject();
            json.writeNumberField("schemaVersion", SCHEMA_VERSION);
            writeFields(json, postmortem);
            json.writeEndObject();
        }
        return out.append('\n').toString();
    }

    /** Writes all but the version into an object that is open. */
    public static void writeFields(JsonGenerator json, Postmortem postmortem) throws IOException {
        writeEntry(json, postmortem.entry());
        RunJson.texts(json, "flags", postmortem.flags());
        RunJson.limits(json, postmortem.limits());
        json.writeArrayFieldStart("samples");
        for (PastSample sample : postmortem.samples()) {
            json.writeStartObject();
            json.writeStringField("at", sample.at().toString());
            for (Map.Entry<String, Double> figure : sample.figures().entrySet()) {
                json.writeFieldName(figure.getKey());
                RunJson.number(json, figure.getValue());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        if (postmortem.histogram().isPresent()) {
            histogram(json, postmortem.histogram().get());
        }
        if (postmortem.crashLog().isPresent()) {
            json.writeObjectFieldStart("crashLog");
            json.writeStringField("file", postmortem.crashLog().get().file());
            json.writeStringField("text", postmortem.crashLog().get().text());
            json.writeEndObject();
        }
    }

    /** Writes what a list shows of one. */
    public static void writeEntry(JsonGenerator json, Postmortem.Entry entry) throws IOException {
        json.writeStringField("id", entry.id());
        RunJson.target(json, entry.target());
        json.writeStringField("diedAt", entry.diedAt().toString());
        json.writeObjectFieldStart("reason");
        json.writeStringField("kind", entry.reason().kind().label());
        json.writeStringField("certainty", entry.reason().certainty().label());
        RunJson.texts(json, "evidence", entry.reason().evidence());
        json.writeEndObject();
        if (entry.topClass().isPresent()) {
            json.writeStringField("topClass", entry.topClass().get());
        }
    }

    private static void histogram(JsonGenerator json, LastHistogram histogram) throws IOException {
        json.writeObjectFieldStart("histogram");
        json.writeStringField("takenAt", histogram.takenAt().toString());
        json.writeBooleanField("live", histogram.live());
        json.writeStringField("takenBy", histogram.takenBy());
        RunJson.count(json, "totals", histogram.totals());
        json.writeArrayFieldStart("classes");
        for (ClassCount row : histogram.classes()) {
            json.writeStartObject();
            json.writeStringField("name", row.name());
            if (!row.moduleName().isEmpty()) {
                json.writeStringField("module", row.moduleName());
            }
            json.writeNumberField("instances", row.instances());
            json.writeNumberField("bytes", row.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
