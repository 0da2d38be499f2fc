/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Optional;

/**
 * A reason why two arms are not comparable.
 *
 * @param subject the intended difference that permits it; empty if there is none
 * @param sentence the difference, with the values; without a full stop
 */
record Incomparability(Optional<IntendedDifference> subject, String sentence) {
    Incomparability(IntendedDifference subject, String sentence) {
        this(Optional.of(subject), sentence);
    }

    /** Reports an arm with a defect in all runs. */
    static Optional<Incomparability> noRun(Arm arm) {
        return arm.runs().stream().allMatch(run -> run.defect().isPresent())
                ? Optional.of(
                        new Incomparability(
                                Optional.empty(),
                                "no run of %s can be compared: %s"
                                        .formatted(
                                                arm.name(),
                                                arm.runs().getFirst().defect().orElseThrow())))
                : Optional.empty();
    }

    /**
     * Returns whether it prevents a verdict. Figures per unit of work remain comparable if the
     * length or the load differs.
     */
    boolean hinders(Metric metric) {
        boolean work = subject.filter(each -> each != IntendedDifference.LIMITS).isPresent();
        return !work || metric.group() != Metric.Group.WORK;
    }

    /** Returns the sentence, and the option that permits the difference. */
    String reason() {
        return subject.map(
                        each ->
                                sentence
                                        + "; say subject="
                                        + each.label()
                                        + " if that is the intended difference")
                .orElse(sentence);
    }
}
