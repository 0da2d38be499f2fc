/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.time.Instant;
import java.util.List;

/** Finds stored captures of a target. */
@FunctionalInterface
public interface KeptOfTargets {
    /**
     * Where it is served, such as "/heapdumps/ID".
     *
     * @param since when the process started
     */
    List<String> of(int pid, Instant since);
}
