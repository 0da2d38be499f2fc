/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.advice.Advice;
import io.heapsight.advice.Observation;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the measurements of a target suggest. */
public record AdviceReport(Observation seen, List<Advice> advice) implements Report {
    public AdviceReport {
        advice = List.copyOf(advice);
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(
                "%s: %d samples over %d min %d s\n"
                        .formatted(
                                seen.jvm().label(),
                                seen.samples().size(),
                                seen.span().toMinutes(),
                                seen.span().toSecondsPart()));
        seen.notes().forEach(note -> out.append("note: ").append(note).append('\n'));
        for (Advice each : advice) {
            out.append("\n%s: %s\n".formatted(each.subject().label(), each.conclusion().label()));
            TextLines.wrap(out, "  ", each.finding());
            for (Advice.Setting setting : each.settings()) {
                TextLines.wrap(
                        out,
                        "  ",
                        "%s: %s -> %s"
                                .formatted(
                                        setting.name(),
                                        setting.current().orElse("not set"),
                                        setting.suggested()));
            }
            if (!each.figures().isEmpty()) {
                TextLines.wrap(
                        out,
                        "  from: ",
                        each.figures().stream()
                                .map(AdviceReport::words)
                                .collect(Collectors.joining("; ")));
            }
            TextLines.wrap(
                    out,
                    "  certainty: ",
                    "%s (%s)".formatted(each.certainty().label(), each.because()));
        }
        return out.toString();
    }

    /** "liveSetBytes" is "live set 120.0 MiB". */
    private static String words(Advice.Figure figure) {
        String words = figure.name().replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
        int last = words.lastIndexOf(' ');
        String unit = words.substring(last + 1);
        double value = figure.value();
        return switch (unit) {
            case "bytes" -> words.substring(0, last) + " " + bytes(value);
            case "ratio" -> "%s %.1f %%".formatted(words.substring(0, last), 100 * value);
            case "seconds" ->
                    String.format(Locale.ROOT, "%s %.3f s", words.substring(0, last), value);
            default -> String.format(Locale.ROOT, "%s %s", words, number(value));
        };
    }

    private static String bytes(double value) {
        return (value < 0 ? "-" : "") + new ByteSize(Math.round(Math.abs(value)));
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.2f", value);
    }

    @Override
    public void writeFields(JsonGenerator json) throws IOException {
        JsonFields.target(json, seen.jvm().pid(), seen.jvm().name());
        json.writeObjectFieldStart("seen");
        json.writeNumberField("samples", seen.samples().size());
        json.writeNumberField("seconds", seen.span().toMillis() / 1000.0);
        json.writeNumberField("runs", seen.runs().size());
        json.writeArrayFieldStart("notes");
        for (String note : seen.notes()) {
            json.writeString(note);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeArrayFieldStart("advice");
        for (Advice each : advice) {
            json.writeStartObject();
            json.writeStringField("subject", each.subject().label());
            json.writeStringField("conclusion", each.conclusion().label());
            json.writeStringField("finding", each.finding());
            settings(json, each);
            json.writeObjectFieldStart("figures");
            for (Advice.Figure figure : each.figures()) {
                json.writeNumberField(figure.name(), figure.value());
            }
            json.writeEndObject();
            json.writeStringField("certainty", each.certainty().label());
            json.writeStringField("because", each.because());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void settings(JsonGenerator json, Advice advice) throws IOException {
        json.writeArrayFieldStart("settings");
        for (Advice.Setting setting : advice.settings()) {
            json.writeStartObject();
            json.writeStringField("name", setting.name());
            json.writeStringField("current", setting.current().orElse(null));
            json.writeStringField("suggested", setting.suggested());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
