/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Section;
import io.heapsight.report.section.SectionHtml;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.trigger.ActionResult;
import io.heapsight.trigger.FiringOutcome;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RuleStatus;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerCounts;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The state of each rule, its past firings, and the reason why it does not fire. */
public record RulesReport(List<RuleStatus> rules) implements Report {
    private static final Shape<ActionResult> RESULT =
            Shape.<ActionResult>of()
                    .field(
                            "action",
                            choice(TriggerAction.values(), TriggerAction::label),
                            ActionResult::action)
                    .field(
                            "outcome",
                            choice(FiringOutcome.values(), FiringOutcome::label),
                            ActionResult::outcome)
                    .nullable("result", TEXT, it -> words(it.result()))
                    .nullable("reason", TEXT, it -> words(it.reason()));

    private static final Shape<TriggerCounts.Firing> FIRING =
            Shape.<TriggerCounts.Firing>of()
                    .field("at", TIME, TriggerCounts.Firing::at)
                    .field("target", TEXT, TriggerCounts.Firing::target)
                    .nullable("value", NUMBER, it -> known(it.value()))
                    .nullable("shown", TEXT, it -> words(it.shown()))
                    .field(
                            "outcome",
                            choice(FiringOutcome.values(), FiringOutcome::label),
                            TriggerCounts.Firing::outcome)
                    .field("actions", list(RESULT), TriggerCounts.Firing::actions);

    private static final Shape<RuleStatus.OfTarget> OF_TARGET =
            Shape.<RuleStatus.OfTarget>of()
                    .field("target", TARGET, it -> Target.of(it.jvm()))
                    .nullable("value", NUMBER, it -> known(it.value()))
                    .nullable("shown", TEXT, it -> words(it.shown()))
                    .nullable("holdsSince", TIME, RuleStatus.OfTarget::since)
                    .field("whyNot", TEXT, RuleStatus.OfTarget::whyNot);

    private static final Shape<RuleStatus> RULE =
            ruleHead()
                    .field("fired", fired(), it -> it.row().counts())
                    .field("targets", list(OF_TARGET), RuleStatus::targets)
                    .field("firings", list(FIRING), it -> it.row().firings());

    public static final Shape<RulesReport> SHAPE =
            Shape.<RulesReport>of().field("rules", list(RULE), RulesReport::rules);

    private static Shape<RuleStatus> ruleHead() {
        return Shape.<RuleStatus>of()
                .field("name", TEXT, it -> it.row().rule().name())
                .field("condition", TEXT, it -> it.row().rule().condition().toString())
                .nullable("target", TEXT, it -> words(it.row().rule().target()))
                .field("actions", TEXTS, it -> labels(it.row().rule()))
                .nullable("limits", TEXT, it -> words(it.row().rule().limits().text()));
    }

    /** Declares the number of firings by outcome. */
    public static Shape<Map<FiringOutcome, Long>> fired() {
        Shape<Map<FiringOutcome, Long>> fired = Shape.of();
        for (FiringOutcome outcome : FiringOutcome.values()) {
            fired = fired.field(outcome.label(), COUNT, counts -> counts.getOrDefault(outcome, 0L));
        }
        return fired;
    }

    private static Optional<String> words(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    private static Optional<Double> known(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    private static List<String> labels(Rule rule) {
        return rule.actions().stream().map(TriggerAction::label).toList();
    }

    @Override
    public String text() {
        if (rules.isEmpty()) {
            return "HEAPSIGHT_RULES and HEAPSIGHT_TRIGGERS contain no rules.\n";
        }
        StringBuilder out = new StringBuilder();
        for (RuleStatus status : rules) {
            Rule rule = status.row().rule();
            TextWrapper.wrap(out, "", rule.name() + ": " + rule.condition());
            TextWrapper.wrap(out, "  ", about(rule));
            TextWrapper.wrap(out, "  ", fired(status.row()));
            for (RuleStatus.OfTarget target : status.targets()) {
                TextWrapper.wrap(out, "  ", target.jvm().label() + ": " + standing(target));
            }
        }
        return out.toString();
    }

    private static String about(Rule rule) {
        List<String> words = new ArrayList<>();
        words(rule.target()).ifPresent(target -> words.add("target " + target));
        words.add(
                rule.actions().isEmpty()
                        ? "no action"
                        : "actions " + String.join(", ", labels(rule)));
        words(rule.limits().text()).ifPresent(limits -> words.add("limits " + limits));
        return String.join("; ", words);
    }

    private static String fired(TriggerCounts.Row row) {
        long times = row.counts().values().stream().mapToLong(Long::longValue).sum();
        return "fired %d %s%s"
                .formatted(
                        times,
                        times == 1 ? "time" : "times",
                        row.last().map(last -> "; last " + last(last)).orElse(""));
    }

    private static String last(TriggerCounts.Firing last) {
        return "%s, %s%s: %s%s"
                .formatted(
                        last.at(),
                        last.target(),
                        last.shown().isEmpty() ? "" : " at " + last.shown(),
                        last.outcome().label(),
                        last.actions().isEmpty() ? "" : " (" + results(last.actions()) + ")");
    }

    private static String results(List<ActionResult> results) {
        return results.stream()
                .map(
                        it ->
                                it.action().label()
                                        + " "
                                        + it.outcome().label().replace('_', ' ')
                                        + words(it.result()).map(at -> ", " + at).orElse("")
                                        + words(it.reason()).map(why -> ": " + why).orElse(""))
                .collect(Collectors.joining("; "));
    }

    private static String standing(RuleStatus.OfTarget target) {
        return words(target.shown()).map(shown -> "now " + shown + "; ").orElse("")
                + target.since().map(since -> "holds since " + since + "; ").orElse("")
                + "does not fire: "
                + target.whyNot();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    /** Writes a self-contained HTML page; {@code out} stays open. */
    public void writeHtml(Writer out) throws IOException {
        List<Section> sections = List.of(standings(), firings());
        new PageTemplate("rules.html", "Rules")
                .write(
                        out,
                        (part, page) -> {
                            if (!part.equals("sections")) {
                                throw new IllegalStateException("rules.html: no part " + part);
                            }
                            SectionHtml.sections(sections, page);
                        });
    }

    private Section standings() {
        List<List<Cell>> rows = new ArrayList<>();
        for (RuleStatus status : rules) {
            for (RuleStatus.OfTarget target : status.targets()) {
                rows.add(
                        cells(
                                status.row().rule().name(),
                                status.row().rule().condition().toString(),
                                target.jvm().label(),
                                target.shown(),
                                target.since().map(Object::toString).orElse(""),
                                target.whyNot()));
            }
        }
        return table(
                "Rules", "Rule", rows, "Condition", "Target", "Value", "Holds since", "Why not");
    }

    private Section firings() {
        List<List<Cell>> rows = new ArrayList<>();
        for (RuleStatus status : rules) {
            for (TriggerCounts.Firing firing : status.row().firings()) {
                rows.add(
                        cells(
                                status.row().rule().name(),
                                firing.at().toString(),
                                firing.target(),
                                firing.shown(),
                                firing.outcome().label(),
                                results(firing.actions())));
            }
        }
        return table("Last firings", "Rule", rows, "At", "Target", "Value", "Outcome", "Actions");
    }

    private static List<Cell> cells(String... texts) {
        return List.of(texts).stream().map(Cell::of).toList();
    }

    private static Section table(
            String title, String first, List<List<Cell>> rows, String... more) {
        List<Section.Column> columns = new ArrayList<>();
        columns.add(Section.Column.words(first));
        List.of(more).forEach(heading -> columns.add(Section.Column.words(heading)));
        return new Section.Table(title, "", columns, rows, false);
    }
}
