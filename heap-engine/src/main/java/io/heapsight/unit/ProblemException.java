/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import org.jspecify.annotations.Nullable;

/**
 * Carries a {@link Problem} to the user: something that the environment, the target or the caller
 * must change.
 */
public class ProblemException extends Exception {
    private final transient Problem problem;

    public ProblemException(Problem problem) {
        this(problem, null);
    }

    public ProblemException(Problem problem, @Nullable Throwable cause) {
        super(problem.title() + ": " + problem.detail(), cause);
        this.problem = problem;
    }

    public ProblemException(Problem.Kind kind, String title, String detail, String remedy) {
        this(new Problem(kind, title, detail, remedy));
    }

    public ProblemException(
            Problem.Kind kind, String title, String detail, String remedy, Throwable cause) {
        this(new Problem(kind, title, detail, remedy), cause);
    }

    public Problem problem() {
        return problem;
    }
}
