/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import org.jspecify.annotations.Nullable;

/** Thrown for a text that is not the plan of an experiment: says in which line, and why. */
public final class PlanException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param line from 1
     */
    PlanException(int line, String reason) {
        this(line, reason, null);
    }

    PlanException(int line, String reason, @Nullable Exception cause) {
        super("line " + line + ": " + reason, cause);
    }
}
