/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.JsonObject;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.postmortem.DeathCause.Certainty;
import io.heapsight.postmortem.DeathCause.Kind;
import io.heapsight.run.RunJsonFormat;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Declares the JSON fields of a post-mortem. Target, flags, limits and samples have the same fields
 * as in a run. Unknown values are omitted.
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
 *  "crashLog":{"file":"hs_err_pid7.log","text":"…"},
 *  "recording":"20261121T221930120Z-7",
 *  "heapDump":{"file":"java_pid7.hprof","bytes":0,"id":"20261121T221930120Z-7","note":"…"},
 *  "kept":["/heapdumps/20261121T221925120Z-7"]}
 * </pre>
 */
public final class PostmortemJson {
    private static final String AT = "at";

    private static final Shape<DeathCause> REASON =
            Shape.<DeathCause>of()
                    .field("kind", choice(Kind.values(), Kind::label), DeathCause::kind)
                    .field(
                            "certainty",
                            choice(Certainty.values(), Certainty::label),
                            DeathCause::certainty)
                    .field("evidence", TEXTS, DeathCause::evidence);

    private static final Shape<ClassHistogramRow> CLASS =
            Shape.<ClassHistogramRow>of()
                    .field("name", TEXT, ClassHistogramRow::name)
                    .optional("module", TEXT, row -> JsonValueCodec.text(row.moduleName()))
                    .field("instances", COUNT, ClassHistogramRow::instances)
                    .field("bytes", BYTES, ClassHistogramRow::bytes);

    private static final Shape<LastHistogram> HISTOGRAM =
            Shape.<LastHistogram>of()
                    .field("takenAt", TIME, LastHistogram::takenAt)
                    .field("live", FLAG, LastHistogram::live)
                    .field("takenBy", TEXT, LastHistogram::takenBy)
                    .field("totals", InstanceCount.JSON, LastHistogram::totals)
                    .field("classes", list(CLASS), LastHistogram::classes);

    private static final Shape<CrashLog> CRASH_LOG =
            Shape.<CrashLog>of()
                    .field("file", TEXT, CrashLog::file)
                    .field("text", TEXT, CrashLog::text);

    private static final Shape<OutOfMemoryDumpOutcome> HEAP_DUMP =
            Shape.<OutOfMemoryDumpOutcome>of()
                    .field("file", TEXT, OutOfMemoryDumpOutcome::file)
                    .field("bytes", BYTES, OutOfMemoryDumpOutcome::bytes)
                    .optional("id", TEXT, OutOfMemoryDumpOutcome::id)
                    .field("note", TEXT, OutOfMemoryDumpOutcome::note);

    /** The entry in a list. */
    public static final Shape<Postmortem.Entry> ENTRY =
            Shape.<Postmortem.Entry>of()
                    .field(
                            "id",
                            TEXT.as(Schema.pattern("^" + Postmortem.ID_PATTERN + "$")),
                            Postmortem.Entry::id)
                    .field("target", RunJsonFormat.TARGET, Postmortem.Entry::target)
                    .field("diedAt", TIME, Postmortem.Entry::diedAt)
                    .field("reason", REASON, Postmortem.Entry::reason)
                    .optional("topClass", TEXT, Postmortem.Entry::topClass);

    /** The complete document. */
    public static final Shape<Postmortem> POSTMORTEM =
            Shape.<Postmortem>of()
                    .and(ENTRY, Postmortem::entry)
                    .field("flags", TEXTS, Postmortem::flags)
                    .field("limits", RunJsonFormat.LIMITS, Postmortem::limits)
                    .field("samples", list(sample()), Postmortem::samples)
                    .optional("histogram", HISTOGRAM, Postmortem::histogram)
                    .optional("crashLog", CRASH_LOG, Postmortem::crashLog)
                    .optional("recording", TEXT, Postmortem::recording)
                    .optional("heapDump", HEAP_DUMP, Postmortem::heapDump)
                    .optional("kept", TEXTS, it -> Optional.of(it.kept()));

    private PostmortemJson() {}

    private static JsonValueCodec<PostmortemSample> sample() {
        return JsonValueCodec.of(
                Schema.object(Map.of(AT, TIME.schema()), List.of(AT))
                        .with("additionalProperties", RunJsonFormat.FIGURE.schema().tree()),
                (json, sample) -> {
                    json.writeStartObject();
                    json.writeStringField(AT, sample.at().toString());
                    for (Map.Entry<String, Double> figure : sample.figures().entrySet()) {
                        json.writeFieldName(figure.getKey());
                        RunJsonFormat.FIGURE.write(json, figure.getValue());
                    }
                    json.writeEndObject();
                });
    }

    /**
     * Reads a post-mortem back.
     *
     * @throws IOException if it is not a post-mortem
     */
    static Postmortem read(String text) throws IOException {
        JsonObject document = JsonObject.parse(text, POSTMORTEM);
        document.checkVersion();
        try {
            return new Postmortem(
                    document.text("id"),
                    target(document.object("target")),
                    document.time("diedAt"),
                    reason(document.object("reason")),
                    limits(document.object("limits")),
                    document.items(String.class, "flags"),
                    samples(document),
                    histogram(document.optionalObject("histogram")),
                    crashLog(document.optionalObject("crashLog")),
                    document.optionalText("recording"),
                    heapDump(document.optionalObject("heapDump")),
                    document.optionalItems(String.class, "kept"));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static RunTarget target(JsonObject target) throws IOException {
        return new RunTarget(
                (int) target.integer("pid"),
                target.text("name"),
                target.optionalText("mainClass"),
                target.optionalText("jdk"),
                target.optionalText("collector"));
    }

    private static DeathCause reason(JsonObject reason) throws IOException {
        return new DeathCause(
                labelled(Kind.values(), Kind::label, reason.text("kind")),
                labelled(Certainty.values(), Certainty::label, reason.text("certainty")),
                reason.items(String.class, "evidence"));
    }

    private static <T> T labelled(T[] values, Function<T, String> label, String wanted)
            throws IOException {
        return Arrays.stream(values)
                .filter(each -> label.apply(each).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IOException("not known: " + wanted));
    }

    private static RunLimits limits(JsonObject limits) throws IOException {
        return new RunLimits(
                limits.optionalInteger("memoryBytes"),
                limits.optionalInteger("softMemoryBytes"),
                limits.optionalNumber("cpuCores"),
                limits.optionalNumber("cpuShareCores"),
                limits.optionalInteger("heapMaxBytes"),
                limits.optionalInteger("metaspaceMaxBytes"));
    }

    private static List<PostmortemSample> samples(JsonObject document) throws IOException {
        List<PostmortemSample> samples = new ArrayList<>();
        for (JsonObject sample : document.items(JsonObject.class, "samples")) {
            Map<String, Double> figures = new LinkedHashMap<>();
            for (Map.Entry<String, Object> field : sample.fields().entrySet()) {
                if (field.getValue() instanceof Double number) {
                    figures.put(field.getKey(), number);
                }
            }
            samples.add(new PostmortemSample(sample.time(AT), figures));
        }
        return samples;
    }

    private static Optional<LastHistogram> histogram(Optional<JsonObject> histogram)
            throws IOException {
        if (histogram.isEmpty()) {
            return Optional.empty();
        }
        List<ClassHistogramRow> classes = new ArrayList<>();
        for (JsonObject row : histogram.get().items(JsonObject.class, "classes")) {
            classes.add(
                    new ClassHistogramRow(
                            row.text("name"),
                            row.optionalText("module").orElse(""),
                            row.integer("instances"),
                            row.integer("bytes")));
        }
        JsonObject totals = histogram.get().object("totals");
        return Optional.of(
                new LastHistogram(
                        histogram.get().time("takenAt"),
                        histogram.get().flag("live"),
                        histogram.get().text("takenBy"),
                        new InstanceCount(totals.integer("instances"), totals.integer("bytes")),
                        classes));
    }

    private static Optional<CrashLog> crashLog(Optional<JsonObject> log) throws IOException {
        return log.isEmpty()
                ? Optional.empty()
                : Optional.of(new CrashLog(log.get().text("file"), log.get().text("text")));
    }

    private static Optional<OutOfMemoryDumpOutcome> heapDump(Optional<JsonObject> dump)
            throws IOException {
        return dump.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new OutOfMemoryDumpOutcome(
                                dump.get().text("file"),
                                dump.get().integer("bytes"),
                                dump.get().optionalText("id"),
                                dump.get().text("note")));
    }
}
