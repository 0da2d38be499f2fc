/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.map;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.advice.Advice;
import io.heapsight.advice.TargetObservation;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Durations;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The sizing advice for a target. */
public record AdviceReport(TargetObservation seen, List<Advice> advice) implements Report {
    private static final Shape<TargetObservation> SEEN =
            Shape.<TargetObservation>of()
                    .field("samples", COUNT, seen -> seen.samples().size())
                    .field("seconds", NUMBER, seen -> seen.span().toMillis() / 1000.0)
                    .field("runs", COUNT, seen -> seen.runs().size())
                    .field("notes", TEXTS, TargetObservation::notes);

    private static final Shape<Advice.Setting> SETTING =
            Shape.<Advice.Setting>of()
                    .field("name", TEXT, Advice.Setting::name)
                    .nullable("current", TEXT, Advice.Setting::current)
                    .field("suggested", TEXT, Advice.Setting::suggested)
                    .field("line", TEXT, Advice.Setting::line);

    private static final Shape<Advice.Refused> REFUSED =
            Shape.<Advice.Refused>of()
                    .field("line", TEXT, Advice.Refused::line)
                    .field("because", TEXT, Advice.Refused::because);

    private static final Shape<Advice> ADVICE =
            Shape.<Advice>of()
                    .field(
                            "subject",
                            choice(Advice.Subject.values(), Advice.Subject::label),
                            Advice::subject)
                    .field(
                            "conclusion",
                            choice(Advice.Conclusion.values(), Advice.Conclusion::label),
                            Advice::conclusion)
                    .field("finding", TEXT, Advice::finding)
                    .field("settings", list(SETTING), Advice::shown)
                    .field("refused", list(REFUSED), Advice::refused)
                    .field("figures", map(NUMBER), AdviceReport::figures)
                    .field(
                            "certainty",
                            choice(Advice.Certainty.values(), Advice.Certainty::label),
                            Advice::certainty)
                    .field("because", TEXT, Advice::because);

    public static final Shape<AdviceReport> SHAPE =
            Shape.<AdviceReport>of()
                    .field("target", TARGET, it -> Target.of(it.seen.jvm()))
                    .field("seen", SEEN, AdviceReport::seen)
                    .field("advice", list(ADVICE), AdviceReport::advice);

    public AdviceReport {
        advice = List.copyOf(advice);
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(
                "%s: %d samples over %s\n"
                        .formatted(
                                seen.jvm().label(),
                                seen.samples().size(),
                                Durations.words(seen.span())));
        seen.notes().forEach(note -> out.append("note: ").append(note).append('\n'));
        for (Advice each : advice) {
            out.append("\n%s: %s\n".formatted(each.subject().label(), each.conclusion().label()));
            TextWrapper.wrap(out, "  ", each.finding());
            for (Advice.Setting setting : each.shown()) {
                TextWrapper.wrap(
                        out,
                        "  ",
                        "%s: %s -> %s%s"
                                .formatted(
                                        setting.name(),
                                        setting.current().orElse("not set"),
                                        setting.suggested(),
                                        setting.isChange() ? "   " + setting.line() : ""));
            }
            for (Advice.Refused refused : each.refused()) {
                TextWrapper.wrap(
                        out,
                        "  not suggested: ",
                        "%s: %s".formatted(refused.line(), refused.because()));
            }
            if (!each.figures().isEmpty()) {
                TextWrapper.wrap(
                        out,
                        "  from: ",
                        each.figures().stream()
                                .map(AdviceReport::words)
                                .collect(Collectors.joining("; ")));
            }
            TextWrapper.wrap(
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
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    /** Returns the figures by name, in their order. */
    private static Map<String, Number> figures(Advice advice) {
        Map<String, Number> figures = new LinkedHashMap<>();
        advice.figures().forEach(figure -> figures.put(figure.name(), figure.value()));
        return figures;
    }
}
