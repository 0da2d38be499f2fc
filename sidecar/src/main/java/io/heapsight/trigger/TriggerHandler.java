/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.target.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;

/** Performs one kind of action on a target, and returns when it is done. */
@FunctionalInterface
public interface TriggerHandler {
    /**
     * Does it.
     *
     * @param caller for the audit log: "trigger container_memory>90%"
     * @return where the result is served: "/jobs/4"; "" where it isn't
     */
    String run(TargetConnection target, String caller, CancelSignal cancel) throws ProblemException;
}
