/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.TargetMonitor;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** Performs one kind of action on a target, and returns when the action is done. */
@FunctionalInterface
public interface ActionHandler {
    /**
     * The context of an action within its firing.
     *
     * @param monitor of the target; its connection is closed if the rule fires on its death
     * @param shown the value of the condition's figure, formatted; "" if there is none
     * @param before outcomes of the actions before this one
     * @param more whether further actions need the target
     */
    record Call(
            Rule rule,
            TargetMonitor monitor,
            String shown,
            List<ActionResult> before,
            boolean more) {}

    /**
     * Performs the action.
     *
     * @return the path of the result: "/jobs/4"; "" if there is none
     * @throws ActionSkipped if it would do harm, or come too late
     */
    String run(Call call, CancelSignal cancel) throws ProblemException;
}
