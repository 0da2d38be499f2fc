/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.recording;

import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.recording.JmcRuleVerdicts;
import io.heapsight.recording.JmcRuleVerdicts.Severity;
import io.heapsight.recording.JmcRuleVerdicts.Verdict;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.TextWrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Creates the section of a recording's summary with the results of JDK Mission Control's rules. */
record JmcVerdictsSection(JmcRuleVerdicts verdicts) {
    private static final Shape<Verdict> VERDICT =
            Shape.<Verdict>of()
                    .field("rule", TEXT, Verdict::id)
                    .field("name", TEXT, Verdict::name)
                    .field("topic", TEXT, Verdict::topic)
                    .field("severity", choice(Severity.values()), Verdict::severity)
                    .nullable("score", NUMBER, Verdict::score)
                    .field("summary", TEXT, Verdict::summary)
                    .nullable("explanation", TEXT, Verdict::explanation)
                    .nullable("solution", TEXT, Verdict::solution);

    static final Shape<JmcRuleVerdicts> SHAPE =
            Shape.<JmcRuleVerdicts>of()
                    .field("rules", list(VERDICT), JmcRuleVerdicts::verdicts)
                    .field("failed", TEXTS, JmcRuleVerdicts::failed)
                    .nullable("note", TEXT, JmcRuleVerdicts::note);

    private static final String TITLE = "Verdicts of JDK Mission Control's rules";

    /** Lists the rules; rules without findings only by name. */
    void text(StringBuilder out) {
        out.append(TITLE).append('\n');
        verdicts.note().ifPresent(note -> TextWrapper.wrap(out, "  ", note));
        List<String> fine = new ArrayList<>();
        for (Verdict verdict : verdicts.verdicts()) {
            if (verdict.severity() == Severity.OK) {
                fine.add(verdict.name());
                continue;
            }
            TextWrapper.wrap(out, "  ", headline(verdict));
            lines(verdict).forEach(line -> TextWrapper.wrap(out, "    ", line));
        }
        if (!fine.isEmpty()) {
            TextWrapper.wrap(out, "  OK: ", String.join(", ", fine));
        }
        verdicts.failed().forEach(failed -> TextWrapper.wrap(out, "  ", failed));
    }

    Section section() {
        Stream<Section.Item> judged =
                verdicts.verdicts().stream()
                        .map(each -> new Section.Item(headline(each), lines(each)));
        Stream<Section.Item> failed =
                verdicts.failed().stream().map(each -> new Section.Item(each, List.of()));
        return new Section.Outline(
                TITLE, verdicts.note().orElse(""), Stream.concat(judged, failed).toList());
    }

    /** Returns text such as "Warning 83, Allocated Classes: …". */
    private static String headline(Verdict verdict) {
        String score =
                verdict.score().map(it -> String.format(Locale.ROOT, " %.0f", it)).orElse("");
        String summary = verdict.summary().isEmpty() ? "" : ": " + verdict.summary();
        return verdict.severity().title() + score + ", " + verdict.name() + summary;
    }

    private static List<String> lines(Verdict verdict) {
        return Stream.concat(verdict.explanation().stream(), verdict.solution().stream())
                .flatMap(String::lines)
                .toList();
    }
}
