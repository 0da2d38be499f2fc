/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/** Thrown before a capture with an expected pause above the limit. */
public final class PauseRefused extends ProblemException {
    private static final long serialVersionUID = 1;

    public PauseRefused(Problem problem) {
        super(problem);
    }
}
