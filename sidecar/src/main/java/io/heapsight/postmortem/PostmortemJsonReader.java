/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.histogram.ClassCount;
import io.heapsight.histogram.Count;
import io.heapsight.postmortem.Reason.Certainty;
import io.heapsight.postmortem.Reason.Kind;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunTarget;
import io.heapsight.unit.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads what {@link PostmortemJson} wrote. */
final class PostmortemJsonReader {
    private static final String AT = "at";

    private PostmortemJsonReader() {}

    /**
     * Reads a post-mortem back.
     *
     * @throws IOException when it is none
     */
    static Postmortem read(String text) throws IOException {
        JsonObject document = JsonObject.parse(text);
        if (document.integer("schemaVersion") != PostmortemJson.SCHEMA_VERSION) {
            throw new IOException("its schemaVersion is not known");
        }
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
                    crashLog(document.optionalObject("crashLog")));
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

    private static Reason reason(JsonObject reason) throws IOException {
        return new Reason(
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

    private static List<PastSample> samples(JsonObject document) throws IOException {
        List<PastSample> samples = new ArrayList<>();
        for (JsonObject sample : document.items(JsonObject.class, "samples")) {
            Map<String, Double> figures = new LinkedHashMap<>();
            for (Map.Entry<String, Object> field : sample.fields().entrySet()) {
                if (field.getValue() instanceof Double number) {
                    figures.put(field.getKey(), number);
                }
            }
            samples.add(new PastSample(sample.time(AT), figures));
        }
        return samples;
    }

    private static Optional<LastHistogram> histogram(Optional<JsonObject> histogram)
            throws IOException {
        if (histogram.isEmpty()) {
            return Optional.empty();
        }
        List<ClassCount> classes = new ArrayList<>();
        for (JsonObject row : histogram.get().items(JsonObject.class, "classes")) {
            classes.add(
                    new ClassCount(
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
                        new Count(totals.integer("instances"), totals.integer("bytes")),
                        classes));
    }

    private static Optional<CrashLog> crashLog(Optional<JsonObject> log) throws IOException {
        return log.isEmpty()
                ? Optional.empty()
                : Optional.of(new CrashLog(log.get().text("file"), log.get().text("text")));
    }
}
