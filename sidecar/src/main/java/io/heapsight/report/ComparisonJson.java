/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.compare.Arm;
import io.heapsight.compare.ClassChange;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.Metric;
import io.heapsight.compare.Row;
import io.heapsight.compare.SettingChange;
import io.heapsight.run.Run;
import io.heapsight.stats.Estimate;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A comparison as a JSON document. */
final class ComparisonJson {
    private final JsonGenerator json;

    ComparisonJson(JsonGenerator json) {
        this.json = json;
    }

    void write(Comparison comparison) throws IOException {
        arm("base", comparison.base());
        arm("candidate", comparison.candidate());
        json.writeBooleanField("comparable", comparison.comparable());
        json.writeBooleanField("judged", comparison.judged());
        json.writeStringField("summary", new ComparisonWords(comparison).text());
        texts("warnings", comparison.warnings());
        rows(comparison.rows());
        texts("notRecorded", comparison.notRecorded().stream().map(Metric::name).toList());
        settings(SettingChange.between(comparison.base(), comparison.candidate()));
        json.writeArrayFieldStart("classes");
        for (ClassChange each : comparison.classes()) {
            classChange(each);
        }
        json.writeEndArray();
    }

    private void arm(String field, Arm arm) throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField("name", arm.name());
        json.writeArrayFieldStart("runs");
        for (MeasuredRun measured : arm.runs()) {
            Run run = measured.facts();
            json.writeStartObject();
            json.writeStringField("name", run.name().text());
            json.writeStringField("target", run.target().name());
            json.writeStringField("jdk", run.target().jdk().orElse(null));
            json.writeStringField("collector", run.target().collector().orElse(null));
            json.writeStringField("started", run.started().toString());
            json.writeStringField("stopped", run.stopped().map(Object::toString).orElse(null));
            json.writeNumberField("samples", measured.samples());
            json.writeObjectFieldStart("labels");
            for (Map.Entry<String, String> label : run.labels().entrySet()) {
                json.writeStringField(label.getKey(), label.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    void texts(String field, List<String> texts) throws IOException {
        json.writeArrayFieldStart(field);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    void rows(List<Row> rows) throws IOException {
        json.writeArrayFieldStart("rows");
        for (Row row : rows) {
            json.writeStartObject();
            json.writeStringField("metric", row.metric().name());
            json.writeStringField("unit", row.metric().unit().label());
            number("base", row.base());
            number("candidate", row.candidate());
            Optional<Estimate> percent = row.change().flatMap(Row.Change::percent);
            boolean hasInterval = row.change().map(Row.Change::hasInterval).orElse(false);
            number(
                    "changePercent",
                    percent.map(each -> OptionalDouble.of(each.value()))
                            .orElse(OptionalDouble.empty()));
            interval("interval", percent.filter(_ -> hasInterval));
            Optional<Estimate> difference = row.change().map(Row.Change::difference);
            number(
                    "difference",
                    difference
                            .map(each -> OptionalDouble.of(each.value()))
                            .orElse(OptionalDouble.empty()));
            interval("differenceInterval", difference.filter(_ -> hasInterval));
            number(
                    "intervalLevel",
                    difference
                            .filter(_ -> hasInterval)
                            .map(each -> OptionalDouble.of(each.level()))
                            .orElse(OptionalDouble.empty()));
            number("p", row.evidence().p());
            number("leastPercent", row.evidence().leastPercent());
            values("baseRuns", row.values().base());
            values("candidateRuns", row.values().candidate());
            json.writeStringField("verdict", row.verdict().label());
            json.writeStringField("method", row.method());
            json.writeStringField("reason", row.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** One number a run, null for a run that has none. */
    private void values(String field, double[] values) throws IOException {
        json.writeArrayFieldStart(field);
        for (double value : values) {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
    }

    private void interval(String field, Optional<Estimate> estimate) throws IOException {
        if (estimate.isEmpty()) {
            json.writeNullField(field);
            return;
        }
        json.writeArrayFieldStart(field);
        json.writeNumber(estimate.get().low());
        json.writeNumber(estimate.get().high());
        json.writeEndArray();
    }

    private void number(String field, OptionalDouble number) throws IOException {
        if (number.isPresent() && Double.isFinite(number.getAsDouble())) {
            json.writeNumberField(field, number.getAsDouble());
        } else {
            json.writeNullField(field);
        }
    }

    private void settings(List<SettingChange> settings) throws IOException {
        json.writeArrayFieldStart("settings");
        for (SettingChange each : settings) {
            json.writeStartObject();
            json.writeStringField("kind", each.kind().name().toLowerCase(Locale.ROOT));
            json.writeStringField("name", each.name());
            json.writeStringField("base", each.base());
            json.writeStringField("candidate", each.candidate());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void classChange(ClassChange change) throws IOException {
        json.writeStartObject();
        JsonFields.className(json, change.name(), change.module());
        json.writeStringField("kind", change.kind().name().toLowerCase(Locale.ROOT));
        side("base", change.base());
        side("candidate", change.candidate());
        json.writeEndObject();
    }

    private void side(String field, ClassChange.Side side) throws IOException {
        json.writeObjectFieldStart(field);
        JsonFields.instances(json, "start", side.start());
        JsonFields.instances(json, "stop", side.stop());
        JsonFields.instances(json, "unreachable", side.unreachable());
        json.writeEndObject();
    }
}
