/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.List;

/**
 * The outcome of one action of a firing.
 *
 * @param result API path of the result: "/jobs/4"; "" if there is none
 * @param reason why the action was not done; "" if it was done
 */
public record ActionResult(
        TriggerAction action, FiringOutcome outcome, String result, String reason) {
    /** Returns whether it should be retried. */
    boolean isWanted() {
        return switch (outcome) {
            case DONE, LEFT_OUT -> false;
            case REFUSED, FAILED, HELD_BACK -> true;
        };
    }

    /** Returns the outcome of all actions: the worst one. */
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
