/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/** Thrown if the reader of an output pipe ended first; needs no message. */
public final class PipeClosedException extends ProblemException {
    PipeClosedException(Problem problem, Throwable cause) {
        super(problem, cause);
    }
}
