/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.LABELS;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.json.JsonValueCodec.text;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.histogram.ClassGarbage;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.profile.ProfileFrames;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Declares the JSON fields of a run. Omits unknown values.
 *
 * <pre>
 * {"schemaVersion":1,"name":"INFO#1",
 *  "target":{"pid":7,"name":"Export","mainClass":"com.acme.Export","jdk":"25.0.3","collector":"G1"},
 *  "flags":["-Xmx388m"],"limits":{"memoryBytes":536870912,"cpuCores":2.0,"heapMaxBytes":406847488},
 *  "labels":{"image":"export:1.4"},"started":"2026-…Z","stopped":"2026-…Z",
 *  "limitChanges":[{"at":"2026-…Z","limit":"memory limit","before":536870912,"after":1073741824}],
 *  "marks":[{"at":"2026-…Z","records":100000}],
 *  "heapAtStart":{"takenAt":"2026-…Z","totals":{"instances":0,"bytes":0},
 *                 "unreachable":{"instances":0,"bytes":0},"filler":{"instances":0,"bytes":0},
 *                 "classes":[{"name":"[B","module":"java.base","instances":0,"bytes":0,
 *                             "unreachableInstances":0,"unreachableBytes":0}],
 *                 "classesLeftOut":0},
 *  "profile":{"startedAt":"2026-…Z","seconds":30,"id":"20261126T…Z-7",
 *             "event":"cpu","engine":"ctimer","samples":2951,"blocks":[148,147],
 *             "frames":[{"name":"com.acme.Export.run","self":[0,2],"total":[140,139]}],
 *             "framesLeftOut":0},
 *  "warnings":[],
 *  "samples":[{"at":"2026-…Z","heapUsedBytes":0,"gcOverheadRatio":0.01,
 *              "collectors":{"G1 Young Generation":{"count":3,"seconds":0.1}},
 *              "pools":{"G1 Eden Space":{"usedBytes":0,"committedBytes":0}}}]}
 * </pre>
 */
public final class RunJsonFormat {
    private static final double EXACT = 1L << 53;

    /** Times in UTC, since java.time does not accept every offset. */
    private static final JsonValueCodec<Instant> TIME =
            JsonValueCodec.TIME.as(JsonValueCodec.TIME.schema().with("pattern", "Z$"));

    private static final JsonValueCodec<Number> BYTES =
            COUNT.as(Schema.integer(0, Long.MAX_VALUE).with("description", "bytes"));
    private static final JsonValueCodec<Number> UP_TO_INT =
            COUNT.as(Schema.integer(0, Integer.MAX_VALUE));

    /** Figures by name: {@code heapUsedBytes}. */
    public static final JsonValueCodec<Double> FIGURE =
            JsonValueCodec.of(NUMBER.schema(), RunJsonFormat::writeNumber);

    public static final Shape<RunTarget> TARGET =
            Shape.<RunTarget>of()
                    .field("pid", UP_TO_INT, RunTarget::pid)
                    .field("name", TEXT, RunTarget::name)
                    .optional("mainClass", TEXT, RunTarget::mainClass)
                    .optional("jdk", TEXT, RunTarget::jdk)
                    .optional("collector", TEXT, RunTarget::collector);

    public static final Shape<RunLimits> LIMITS =
            Shape.<RunLimits>of()
                    .optional("memoryBytes", BYTES, limits -> number(limits.memoryBytes()))
                    .optional("softMemoryBytes", BYTES, limits -> number(limits.softMemoryBytes()))
                    .optional("cpuCores", NUMBER, limits -> number(limits.cpuCores()))
                    .optional("cpuShareCores", NUMBER, limits -> number(limits.cpuShareCores()))
                    .optional("heapMaxBytes", BYTES, limits -> number(limits.heapMaxBytes()))
                    .optional(
                            "metaspaceMaxBytes",
                            BYTES,
                            limits -> number(limits.metaspaceMaxBytes()));

    /** Derived from the samples, so the reader skips it. */
    private static final Shape<RunLimitChange> LIMIT_CHANGE =
            Shape.<RunLimitChange>of()
                    .field("at", TIME, RunLimitChange::at)
                    .field(
                            "limit",
                            choice(ContainerLimitKind.values(), ContainerLimitKind::label),
                            it -> it.change().limit())
                    .optional("before", FIGURE, it -> known(it.change().before()))
                    .optional("after", FIGURE, it -> known(it.change().after()));

    private static final Shape<GarbageBounds> GARBAGE =
            Shape.<GarbageBounds>of()
                    .field("atLeast", InstanceCount.JSON, GarbageBounds::atLeast)
                    .field("atMost", InstanceCount.JSON, GarbageBounds::atMost)
                    .optional("heapdump", TEXT, bounds -> text(bounds.heapdump()));

    private static final Shape<ClassGarbage> CLASS =
            Shape.<ClassGarbage>of()
                    .field("name", TEXT, ClassGarbage::name)
                    .optional("module", TEXT, row -> text(row.module()))
                    .and(InstanceCount.JSON, ClassGarbage::all)
                    .field(
                            "unreachableInstances",
                            InstanceCount.IN_HEAP,
                            row -> row.unreachable().instances())
                    .field(
                            "unreachableBytes",
                            InstanceCount.IN_HEAP,
                            row -> row.unreachable().bytes());

    private static final Shape<RunHistogram> CENSUS =
            Shape.<RunHistogram>of()
                    .field("takenAt", TIME, RunHistogram::takenAt)
                    .field("totals", InstanceCount.JSON, RunHistogram::all)
                    .field("unreachable", InstanceCount.JSON, RunHistogram::unreachable)
                    .field("filler", InstanceCount.JSON, RunHistogram::filler)
                    .optional("garbage", GARBAGE, RunHistogram::garbage)
                    .field("classes", list(CLASS), RunHistogram::classes)
                    .field("classesLeftOut", UP_TO_INT, RunHistogram::classesLeftOut);

    private static final Shape<RunProfile> PROFILE =
            Shape.<RunProfile>of()
                    .field("startedAt", TIME, RunProfile::startedAt)
                    .field(
                            "seconds",
                            FIGURE.as(Schema.number().with("exclusiveMinimum", 0)),
                            RunProfile::seconds)
                    .optional("id", ProfileFrames.NAME, profile -> text(profile.id()))
                    .and(ProfileFrames.JSON, RunProfile::frames);

    /** The properties that are known at the start of a run. */
    private static final Shape<Run> HEAD =
            Shape.<Run>of()
                    .field(
                            "name",
                            TEXT.as(Schema.pattern("^" + RunName.PATTERN + "$")),
                            run -> run.name().text())
                    .field("target", TARGET, Run::target)
                    .field("flags", TEXTS, Run::flags)
                    .field("limits", LIMITS, Run::limits)
                    .field("labels", LABELS, Run::labels)
                    .field("started", TIME, Run::started);

    private static final Shape<List<ProgressMark>> MARKS =
            Shape.<List<ProgressMark>>of().field("marks", list(mark()), marks -> marks);

    private static final Shape<List<String>> WARNINGS =
            Shape.<List<String>>of().field("warnings", TEXTS, texts -> texts);

    /** The complete document. */
    public static final Shape<Run> RUN =
            HEAD.optional("stopped", TIME, Run::stopped)
                    .optional("limitChanges", list(LIMIT_CHANGE), RunJsonFormat::limitChanges)
                    .and(MARKS, Run::marks)
                    .optional("heapAtStart", CENSUS, Run::heapAtStart)
                    .optional("heapAtStop", CENSUS, Run::heapAtStop)
                    .optional("profile", PROFILE, Run::profile)
                    .and(WARNINGS, Run::warnings)
                    .field(
                            "samples",
                            JsonValueCodec.elements(sample(), RunJsonFormat::samples),
                            Run::samples);

    private RunJsonFormat() {}

    /** Returns a line of a run's file with some fields of the document. */
    static String head(Run run) {
        return HEAD.documentText(run);
    }

    static String marks(List<ProgressMark> marks) {
        return MARKS.text(marks);
    }

    static String heapAtStart(RunHistogram census) {
        return line("heapAtStart", census);
    }

    static String heapAtStop(RunHistogram census) {
        return line("heapAtStop", census);
    }

    private static String line(String field, RunHistogram census) {
        return Shape.<RunHistogram>of().field(field, CENSUS, heap -> heap).text(census);
    }

    static String profile(RunProfile profile) {
        return Shape.<RunProfile>of().field("profile", PROFILE, it -> it).text(profile);
    }

    static String warnings(List<String> warnings) {
        return WARNINGS.text(warnings);
    }

    /** Declares one field per kind of work. */
    private static JsonValueCodec<ProgressMark> mark() {
        Shape<ProgressMark> shape = Shape.<ProgressMark>of().field("at", TIME, ProgressMark::at);
        for (ProgressMark.Kind kind : ProgressMark.Kind.values()) {
            shape =
                    shape.optional(
                            kind.label(),
                            FIGURE.as(Schema.number().with("minimum", 0)),
                            mark ->
                                    mark.kind() == kind
                                            ? Optional.of(mark.value())
                                            : Optional.empty());
        }
        List<Map<String, List<String>>> kinds =
                Arrays.stream(ProgressMark.Kind.values())
                        .map(kind -> Map.of("required", List.of(kind.label())))
                        .toList();
        return shape.as(shape.schema().with("anyOf", kinds));
    }

    private static Optional<List<RunLimitChange>> limitChanges(Run run) {
        return Optional.of(run.limitChanges()).filter(changes -> !changes.isEmpty());
    }

    private static Optional<Double> known(double value) {
        return Double.isNaN(value) ? Optional.empty() : Optional.of(value);
    }

    private record Sample(SampleWriter writer, int index) {}

    private static void samples(RunSamples samples, JsonValueCodec.Element<Sample> to)
            throws IOException {
        SampleWriter writer = new SampleWriter(samples);
        for (int i = 0; i < samples.size(); i++) {
            to.take(new Sample(writer, i));
        }
    }

    private static JsonValueCodec<Sample> sample() {
        Schema owners = Schema.map(Schema.map(NUMBER.schema()));
        return JsonValueCodec.of(
                Schema.object(
                                Map.of("at", TIME.schema(), "collectors", owners, "pools", owners),
                                List.of("at"))
                        .with("additionalProperties", NUMBER.schema().tree()),
                (json, sample) -> sample.writer().write(json, sample.index()));
    }

    /** Writes a whole number without a fraction. */
    static void writeNumber(JsonGenerator json, double value) throws IOException {
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
    }
}
