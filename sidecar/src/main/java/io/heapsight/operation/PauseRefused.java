/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/** Thrown before a capture that is expected to stop the target for longer than is allowed. */
public final class PauseRefused extends ProblemException {
    private static final long serialVersionUID = 1;

    public PauseRefused(Problem problem) {
        super(problem);
    }
}
