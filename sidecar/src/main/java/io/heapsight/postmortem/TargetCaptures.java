/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.time.Instant;
import java.util.List;

/** Finds stored captures of a target. */
@FunctionalInterface
public interface TargetCaptures {
    /**
     * Returns the path in the API, such as "/heapdumps/ID".
     *
     * @param since start of the process
     */
    List<String> of(int pid, Instant since);
}
