/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * One or several dumps of a target's threads.
 *
 * @param pid the target, as seen by the sidecar
 * @param name the target's main class
 * @param last the last dump
 * @param virtual all virtual threads, also part of {@code last}; empty if not requested, or not
 *     dumped
 * @param stuck in all dumps, most CPU first; none for a single dump
 * @param notes missing data with reasons
 */
public record ThreadSeries(
        int pid,
        String name,
        ThreadDump last,
        Optional<VirtualThreads> virtual,
        List<StuckThread> stuck,
        List<String> notes) {}
