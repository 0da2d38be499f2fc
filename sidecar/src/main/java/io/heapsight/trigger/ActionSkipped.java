/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/** Thrown by an action that would do harm or come too late; it is not retried. */
public final class ActionSkipped extends ProblemException {
    private static final long serialVersionUID = 1;

    public ActionSkipped(Problem problem) {
        super(problem);
    }
}
