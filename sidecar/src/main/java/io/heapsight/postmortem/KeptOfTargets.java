/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.time.Instant;
import java.util.List;

/** Knows what was taken of a target and is kept. */
@FunctionalInterface
public interface KeptOfTargets {
    /**
     * Where it is served, such as "/heapdumps/ID".
     *
     * @param since when the process started
     */
    List<String> of(int pid, Instant since);
}
