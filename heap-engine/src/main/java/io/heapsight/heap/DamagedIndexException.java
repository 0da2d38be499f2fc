/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/** Thrown if an index was valid when it was opened, but contradicts its dump. */
public final class DamagedIndexException extends ProblemException {
    /**
     * @param index its name in the problem
     */
    DamagedIndexException(String index, RuntimeException cause) {
        super(
                Problem.Kind.UNAVAILABLE,
                "The index of the dump contradicts the dump",
                index + ": it was changed, or another program has written it.",
                "Delete it and repeat the request: the dump is analysed again.",
                cause);
    }
}
