/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Optional;

/**
 * A reason why two arms are not comparable.
 *
 * @param subject what would lift it, if the comparison is about that; empty where nothing would
 * @param sentence what is different, with the values; without a full stop
 */
record Incomparability(Optional<IntendedDifference> subject, String sentence) {
    Incomparability(IntendedDifference subject, String sentence) {
        this(Optional.of(subject), sentence);
    }

    /** An arm all of whose runs have a defect. */
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

    /** Figures by unit of work stand another length and another load. */
    boolean hinders(Metric metric) {
        boolean work = subject.filter(each -> each != IntendedDifference.LIMITS).isPresent();
        return !work || metric.group() != Metric.Group.WORK;
    }

    /** The sentence, and what lifts it. */
    String reason() {
        return subject.map(
                        each ->
                                sentence
                                        + "; say subject="
                                        + each.label()
                                        + " if that is what is compared")
                .orElse(sentence);
    }
}
