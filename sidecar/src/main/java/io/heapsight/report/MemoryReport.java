/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.compare.Metric;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryTable;
import io.heapsight.memory.MemoryView;
import io.heapsight.stats.Estimate;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Where a target's memory is, and when it ends. */
public record MemoryReport(MemoryView view) implements Report {
    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        MemoryView.Container container = view.container();
        String head = view.jvm().label() + ": ";
        switch (view.table()) {
            case Reading.Present<MemoryTable>(var table) -> {
                String resident = new ByteSize(table.residentBytes()) + " resident; ";
                TextLines.wrap(out, "", head + resident + limit(container));
                out.append('\n').append(rows(table));
            }
            case Reading.Missing<MemoryTable>(String reason) -> {
                TextLines.wrap(out, "", head + limit(container));
                out.append('\n');
                TextLines.wrap(out, "", reason);
            }
        }
        out.append('\n');
        TextLines.wrap(
                out,
                "container: ",
                "usage %s, working set %s, anonymous %s, file %s, kernel %s"
                        .formatted(
                                size(container.usageBytes()),
                                size(container.workingSetBytes()),
                                size(container.anonBytes()),
                                size(container.fileBytes()),
                                size(container.kernelBytes())));
        TextLines.wrap(out, "forecast: ", words(view.forecast()));
        view.notes().forEach(note -> TextLines.wrap(out, "note: ", note));
        return out.toString();
    }

    private static String limit(MemoryView.Container container) {
        if (container.limitBytes().isEmpty()) {
            return "the container has no limit";
        }
        long limit = container.limitBytes().getAsLong();
        String words = "the container's limit is " + new ByteSize(limit);
        return container.workingSetBytes().isEmpty()
                ? words
                : "%s, its working set %s of it"
                        .formatted(words, percent(container.workingSetBytes().getAsLong(), limit));
    }

    private static String rows(MemoryTable table) {
        TextTable text =
                new TextTable("PART", "RESIDENT", "SHARE", "COMMITTED", "FROM", "WHAT IT IS")
                        .alignRight(List.of(1, 2, 3))
                        .wrapLast();
        for (MemoryTable.Row row : table.rows()) {
            text.add(
                    row.part().label(),
                    new ByteSize(row.residentBytes()).toString(),
                    percent(row.residentBytes(), table.residentBytes()),
                    size(row.committedBytes()),
                    row.source().label(),
                    row.part().meaning());
        }
        long sum = table.rows().stream().mapToLong(MemoryTable.Row::residentBytes).sum();
        text.add(
                "sum",
                new ByteSize(sum).toString(),
                percent(sum, table.residentBytes()),
                "",
                "",
                "");
        return text.text();
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    private static String size(OptionalLong bytes) {
        return bytes.isEmpty() ? "-" : new ByteSize(bytes.getAsLong()).toString();
    }

    private static String words(Forecast forecast) {
        return switch (forecast.verdict()) {
            case UNKNOWN -> forecast.because();
            case NO_TREND -> "no trend over %s".formatted(minutes(forecast.window().toSeconds()));
            case GROWING -> {
                Estimate slope = forecast.bytesPerSecond().orElseThrow();
                String growth =
                        "grows by %s a minute (%s to %s) over the last %s"
                                .formatted(
                                        perMinute(slope.value()),
                                        perMinute(slope.low()),
                                        perMinute(slope.high()),
                                        minutes(forecast.window().toSeconds()));
                yield forecast.secondsToLimit()
                        .map(
                                seconds ->
                                        "%s: at that rate the limit is reached in %s (%s to %s)"
                                                .formatted(
                                                        growth,
                                                        minutes(seconds.value()),
                                                        minutes(seconds.low()),
                                                        minutes(seconds.high())))
                        .orElse(growth + "; " + forecast.because());
            }
        };
    }

    private static String perMinute(double bytesPerSecond) {
        return Amount.of(60 * bytesPerSecond, Metric.Unit.BYTES);
    }

    private static String minutes(double seconds) {
        return Amount.of(seconds, Metric.Unit.SECONDS);
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        JsonFields.target(json, view.jvm().pid(), view.jvm().name());
        json.writeStringField("takenAt", view.takenAt().toString());
        Optional<MemoryTable> table = view.table().toOptional();
        JsonFields.number(
                json,
                "residentBytes",
                table.map(found -> OptionalLong.of(found.residentBytes()))
                        .orElse(OptionalLong.empty()));
        json.writeArrayFieldStart("parts");
        for (MemoryTable.Row row : table.map(MemoryTable::rows).orElse(List.of())) {
            json.writeStartObject();
            json.writeStringField("part", row.part().label());
            json.writeNumberField("residentBytes", row.residentBytes());
            JsonFields.number(json, "committedBytes", row.committedBytes());
            json.writeStringField("source", row.source().label());
            json.writeStringField("meaning", row.part().meaning());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("notes");
        if (view.table() instanceof Reading.Missing<MemoryTable>(String reason)) {
            json.writeString(reason);
        }
        for (String note : view.notes()) {
            json.writeString(note);
        }
        json.writeEndArray();
        container(json, view.container());
        forecast(json, view.forecast());
    }

    private static void container(JsonGenerator json, MemoryView.Container container)
            throws IOException {
        json.writeObjectFieldStart("container");
        JsonFields.number(json, "limitBytes", container.limitBytes());
        JsonFields.number(json, "softLimitBytes", container.softLimitBytes());
        JsonFields.number(json, "usageBytes", container.usageBytes());
        JsonFields.number(json, "workingSetBytes", container.workingSetBytes());
        JsonFields.number(json, "anonBytes", container.anonBytes());
        JsonFields.number(json, "fileBytes", container.fileBytes());
        JsonFields.number(json, "kernelBytes", container.kernelBytes());
        JsonFields.number(json, "swapBytes", container.swapBytes());
        json.writeEndObject();
    }

    private static void forecast(JsonGenerator json, Forecast forecast) throws IOException {
        json.writeObjectFieldStart("forecast");
        json.writeStringField("verdict", forecast.verdict().label());
        json.writeNumberField("windowSeconds", forecast.window().toSeconds());
        estimate(json, "bytesPerSecond", forecast.bytesPerSecond());
        estimate(json, "secondsToLimit", forecast.secondsToLimit());
        json.writeStringField("because", forecast.because());
        json.writeEndObject();
    }

    /** {@code "NAME":1.0,"NAMEInterval":[0.5,1.5]}, or null both. */
    private static void estimate(JsonGenerator json, String name, Optional<Estimate> estimate)
            throws IOException {
        if (estimate.isEmpty()) {
            json.writeNullField(name);
            json.writeNullField(name + "Interval");
            return;
        }
        json.writeNumberField(name, estimate.get().value());
        json.writeArrayFieldStart(name + "Interval");
        json.writeNumber(estimate.get().low());
        json.writeNumber(estimate.get().high());
        json.writeEndArray();
    }
}
