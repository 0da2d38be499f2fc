/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects warnings about the runs: their number, their order, and each of them. */
record RunWarnings(Arm base, Arm candidate) {
    private static final int MOST_LIMIT_CHANGES = 5;

    /**
     * Returns the warnings, in sentences.
     *
     * @param single whether each arm has one run
     */
    List<String> all(RunOrder order, boolean single) {
        List<String> warnings = new ArrayList<>();
        plan(order, single).ifPresent(warnings::add);
        for (Arm arm : base.isOfPods() ? List.<Arm>of() : List.of(base, candidate)) {
            for (MeasuredRun measured : arm.runs()) {
                Run run = measured.facts();
                measured.defect()
                        .ifPresent(why -> warnings.add(run.name() + " is excluded: " + why + "."));
                measured.allocationWarning()
                        .ifPresent(what -> warnings.add(run.name() + ": " + what + "."));
                measured.limitChanges().stream()
                        .limit(MOST_LIMIT_CHANGES)
                        .forEach(
                                each ->
                                        warnings.add(
                                                "%s: its %s at %s: shares of the limit use the limit at each sample."
                                                        .formatted(
                                                                run.name(),
                                                                each.change().words(),
                                                                each.at())));
                if ("false".equals(run.labels().get(Run.STEADY))) {
                    warnings.add(
                            run.name()
                                    + ": the jobs before it still differed by more than 5 % from"
                                    + " each other, so it may have been warming up.");
                }
                run.warnings().stream()
                        .filter(each -> measured.defect().filter(each::equals).isEmpty())
                        .forEach(warning -> warnings.add(run.name() + ": " + warning));
            }
        }
        return warnings;
    }

    private Optional<String> planOfPods(RunOrder order) {
        return switch (order.kind()) {
            case PAIRS, TURNS, PARALLEL, UNKNOWN -> Optional.empty();
            case FEW_PAIRS ->
                    Optional.of("Too few pairs for a paired test: the pods are compared unpaired.");
            case TOO_FEW ->
                    Optional.of(
                            "Too few pods: %d of %s and %d of %s. A verdict needs %s."
                                    .formatted(
                                            base.runs().size(),
                                            base.name(),
                                            candidate.runs().size(),
                                            candidate.name(),
                                            TooFewRunsRule.neededPods()));
            case ONE_AFTER_THE_OTHER, SUCCESSIVE_PAIRS ->
                    Optional.of(
                            "The pods of %s and of %s hardly ran at the same time: drift, such as the time of day, can't be separated from the change. There are no verdicts. Run both versions side by side."
                                    .formatted(base.name(), candidate.name()));
        };
    }

    private Optional<String> plan(RunOrder order, boolean single) {
        if (base.isOfPods()) {
            return planOfPods(order);
        }
        if (single) {
            return Optional.of(
                    "One run each: they can be described, but not judged, because one run does not"
                            + " show how runs vary. A verdict needs "
                            + TooFewRunsRule.needed()
                            + ".");
        }
        return switch (order.kind()) {
            case PAIRS, FEW_PAIRS, TURNS, PARALLEL, SUCCESSIVE_PAIRS -> Optional.empty();
            case TOO_FEW ->
                    Optional.of(
                            "Too few runs: %d of %s and %d of %s. A verdict needs %s."
                                    .formatted(
                                            base.withoutDefects().runs().size(),
                                            base.name(),
                                            candidate.withoutDefects().runs().size(),
                                            candidate.name(),
                                            TooFewRunsRule.needed()));
            case UNKNOWN ->
                    Optional.of(
                            "Runs started at the same moment, or the clock was set back: their"
                                    + " order is unknown, and drift may be part of a"
                                    + " difference.");
            case ONE_AFTER_THE_OTHER ->
                    Optional.of(
                            "The runs of %s and of %s follow one another (%s): drift can't be separated from the change. There are no verdicts, and intervals allow for a steady drift. Alternate the arms: ABBA ABBA ABBA."
                                    .formatted(base.name(), candidate.name(), order.letters()));
        };
    }
}
