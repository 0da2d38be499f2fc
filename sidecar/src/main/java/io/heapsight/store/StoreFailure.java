/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;

/** A store did not take what was written to it. */
public final class StoreFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public StoreFailure(Problem problem, Throwable cause) {
        super(problem.title() + ": " + problem.detail(), cause);
        this.problem = problem;
    }

    /** As it is told. */
    public ProblemException told() {
        return new ProblemException(problem, this);
    }
}
