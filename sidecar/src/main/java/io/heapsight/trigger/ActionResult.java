/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.List;

/**
 * What became of one action of a rule that fired.
 *
 * @param result where it is served: "/jobs/4"; "" where it isn't
 * @param reason why it was not done; "" when it was
 */
public record ActionResult(
        TriggerAction action, FiringOutcome outcome, String result, String reason) {
    /** Whether it is still wanted. */
    boolean isWanted() {
        return switch (outcome) {
            case DONE, LEFT_OUT -> false;
            case REFUSED, FAILED, HELD_BACK -> true;
        };
    }

    /** What became of all of them: the worst. */
    public static FiringOutcome outcome(List<ActionResult> results) {
        List<FiringOutcome> outcomes = results.stream().map(ActionResult::outcome).toList();
        if (outcomes.contains(FiringOutcome.FAILED)) {
            return FiringOutcome.FAILED;
        }
        if (outcomes.contains(FiringOutcome.REFUSED)) {
            return FiringOutcome.REFUSED;
        }
        return outcomes.contains(FiringOutcome.DONE) || outcomes.isEmpty()
                ? FiringOutcome.DONE
                : FiringOutcome.LEFT_OUT;
    }
}
