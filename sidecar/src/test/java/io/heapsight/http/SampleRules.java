/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.report.Report;
import io.heapsight.report.RuleTrialsReport;
import io.heapsight.report.RulesReport;
import io.heapsight.trigger.ActionResult;
import io.heapsight.trigger.FiringLimits;
import io.heapsight.trigger.FiringOutcome;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RuleStatus;
import io.heapsight.trigger.RuleTrial;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerCounts;
import io.heapsight.trigger.TriggerParser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Rules that have fired and rules that have not. */
final class SampleRules {
    private SampleRules() {}

    static TriggerCounts.Firing firing() {
        return new TriggerCounts.Firing(
                SampleReports.NOON,
                "Shop",
                0.91,
                "91.0%",
                FiringOutcome.DONE,
                List.of(
                        new ActionResult(
                                TriggerAction.HISTOGRAM, FiringOutcome.DONE, "/jobs/1", ""),
                        new ActionResult(
                                TriggerAction.HEAPDUMP, FiringOutcome.LEFT_OUT, "", "no room")));
    }

    static Report standing(TargetJvm jvm) {
        Rule trigger = TriggerParser.parseAll("container_memory>90%:histogram").getFirst();
        Rule rule =
                new Rule(
                        "it",
                        "Shop",
                        trigger.condition(),
                        trigger.actions(),
                        new FiringLimits(
                                OptionalInt.of(1), Duration.ofHours(1), Optional.empty(), true),
                        1);
        TriggerCounts tally = new TriggerCounts(List.of(trigger, rule));
        tally.add(rule, firing());
        tally.add(
                rule,
                new TriggerCounts.Firing(
                        SampleReports.NOON,
                        "Shop",
                        Double.NaN,
                        "",
                        FiringOutcome.HELD_BACK,
                        List.of()));
        return new RulesReport(
                tally.rows().stream()
                        .map(
                                row ->
                                        new RuleStatus(
                                                row,
                                                List.of(
                                                        new RuleStatus.OfTarget(
                                                                jvm,
                                                                0.5,
                                                                "50.0%",
                                                                Optional.of(SampleReports.NOON),
                                                                "it holds"),
                                                        new RuleStatus.OfTarget(
                                                                jvm,
                                                                Double.NaN,
                                                                "",
                                                                Optional.empty(),
                                                                "unknown"))))
                        .toList());
    }

    static Report trials(TargetJvm jvm) {
        Rule trigger = TriggerParser.parseAll("container_memory>90%:histogram").getFirst();
        return new RuleTrialsReport(
                jvm,
                new RuleTrial.All(
                        SampleReports.NOON,
                        SampleReports.NOON,
                        1,
                        List.of(
                                new RuleTrial(
                                        trigger,
                                        List.of(
                                                new RuleTrial.Firing(
                                                        SampleReports.NOON, "91.0%", true),
                                                new RuleTrial.Firing(
                                                        SampleReports.NOON, "", false)),
                                        ""),
                                new RuleTrial(trigger, List.of(), "too low"))));
    }
}
