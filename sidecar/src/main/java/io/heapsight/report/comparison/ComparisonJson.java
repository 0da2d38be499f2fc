/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.LABELS;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.json.JsonValueCodec.numberOrNull;
import static io.heapsight.json.JsonValueCodec.text;
import static io.heapsight.report.SharedJsonShapes.INTERVAL;

import io.heapsight.compare.Arm;
import io.heapsight.compare.ClassChange;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.FrameComparison;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.Metric;
import io.heapsight.compare.SettingChange;
import io.heapsight.compare.Verdict;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.stats.Estimate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Declares the fields of comparisons. */
final class ComparisonJson {
    private static final Shape<MeasuredRun> RUN =
            Shape.<MeasuredRun>of()
                    .field("name", TEXT, run -> run.facts().name().text())
                    .field("target", TEXT, run -> run.facts().target().name())
                    .nullable("jdk", TEXT, run -> run.facts().target().jdk())
                    .nullable("collector", TEXT, run -> run.facts().target().collector())
                    .field("started", TIME, run -> run.facts().started())
                    .nullable("stopped", TIME, run -> run.facts().stopped())
                    .field("samples", COUNT, MeasuredRun::samples)
                    .field("labels", LABELS, run -> run.facts().labels());

    private static final Shape<Arm> ARM =
            Shape.<Arm>of().field("name", TEXT, Arm::name).field("runs", list(RUN), Arm::runs);

    /** One number per run; null for a run without a value. */
    private static final JsonValueCodec<double[]> VALUES =
            list(numberOrNull()).from(values -> Arrays.stream(values).boxed().toList());

    static final Shape<ComparisonRow> ROW =
            Shape.<ComparisonRow>of()
                    .field("metric", TEXT, row -> row.metric().name())
                    .field(
                            "unit",
                            choice(Metric.Unit.values(), Metric.Unit::label),
                            row -> row.metric().unit())
                    .nullable("base", NUMBER, row -> number(row.base()))
                    .nullable("candidate", NUMBER, row -> number(row.candidate()))
                    .nullable("changePercent", NUMBER, value(ComparisonRow.Change::percent))
                    .nullable("interval", INTERVAL, interval(ComparisonRow.Change::percent))
                    .nullable("difference", NUMBER, value(ComparisonJson::difference))
                    .nullable("differenceInterval", INTERVAL, interval(ComparisonJson::difference))
                    .nullable(
                            "intervalLevel",
                            NUMBER,
                            row ->
                                    interval(ComparisonJson::difference)
                                            .apply(row)
                                            .flatMap(each -> number(each.level())))
                    .nullable("p", NUMBER, row -> number(row.evidence().p()))
                    .nullable("leastPercent", NUMBER, row -> number(row.evidence().leastPercent()))
                    .field("baseRuns", VALUES, row -> row.values().base())
                    .field("candidateRuns", VALUES, row -> row.values().candidate())
                    .field(
                            "verdict",
                            choice(Verdict.values(), Verdict::label),
                            ComparisonRow::verdict)
                    .field("method", TEXT, ComparisonRow::method)
                    .field("reason", TEXT, ComparisonRow::reason)
                    .field(
                            "family",
                            choice(ComparisonRow.Family.values(), ComparisonRow.Family::label),
                            row -> row.evidence().family());

    private static final Shape<SettingChange> SETTING =
            Shape.<SettingChange>of()
                    .field("kind", choice(SettingChange.Kind.values()), SettingChange::kind)
                    .field("name", TEXT, SettingChange::name)
                    .field("base", TEXT, SettingChange::base)
                    .field("candidate", TEXT, SettingChange::candidate);

    private static final Shape<ClassChange.Side> SIDE =
            Shape.<ClassChange.Side>of()
                    .field("start", InstanceCount.JSON, ClassChange.Side::start)
                    .field("stop", InstanceCount.JSON, ClassChange.Side::stop)
                    .field("unreachable", InstanceCount.JSON, ClassChange.Side::unreachable);

    private static final Shape<ClassChange> CLASS =
            Shape.<ClassChange>of()
                    .field("name", TEXT, ClassChange::name)
                    .nullable("module", TEXT, change -> text(change.module()))
                    .field("kind", choice(ClassChange.Kind.values()), ClassChange::kind)
                    .field("base", SIDE, ClassChange::base)
                    .field("candidate", SIDE, ClassChange::candidate);

    private static final Shape<ComparisonRow> FRAME =
            Shape.<ComparisonRow>of()
                    .field("name", TEXT, row -> row.metric().words())
                    .and(ROW, row -> row);

    private static final Shape<FrameComparison> PROFILE =
            Shape.<FrameComparison>of()
                    .field("event", choice(ProfileEvent.rates()), FrameComparison::event)
                    .field("all", FRAME, FrameComparison::whole)
                    .field("self", list(FRAME), FrameComparison::self)
                    .field("total", list(FRAME), FrameComparison::total);

    static final Shape<Comparison> COMPARISON =
            Shape.<Comparison>of()
                    .field("base", ARM, Comparison::base)
                    .field("candidate", ARM, Comparison::candidate)
                    .field("comparable", FLAG, Comparison::comparable)
                    .field("judged", FLAG, Comparison::judged)
                    .field(
                            "summary",
                            TEXT,
                            comparison -> new ComparisonConclusion(comparison).text())
                    .field("warnings", TEXTS, Comparison::warnings)
                    .field("rows", list(ROW), Comparison::rows)
                    .field("notRecorded", list(TEXT.from(Metric::name)), Comparison::notRecorded)
                    .field(
                            "settings",
                            list(SETTING),
                            each -> SettingChange.between(each.base(), each.candidate()))
                    .field("classes", list(CLASS), Comparison::classes)
                    .nullable("profile", PROFILE, Comparison::frames);

    private ComparisonJson() {}

    private static Optional<Estimate> difference(ComparisonRow.Change change) {
        return Optional.of(change.difference());
    }

    private static Function<ComparisonRow, Optional<Number>> value(
            Function<ComparisonRow.Change, Optional<Estimate>> of) {
        return row -> row.change().flatMap(of).flatMap(estimate -> number(estimate.value()));
    }

    /** Returns the interval; empty if its ends are meaningless. */
    private static Function<ComparisonRow, Optional<Estimate>> interval(
            Function<ComparisonRow.Change, Optional<Estimate>> of) {
        return row -> row.change().filter(ComparisonRow.Change::hasInterval).flatMap(of);
    }
}
