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
 * @param virtual all virtual threads, which are in {@code last} too; empty if they were not
 *     requested, or could not be dumped
 * @param stuck over all of them, most CPU first; none if there is one dump
 * @param notes missing data and the reasons
 */
public record ThreadSeries(
        int pid,
        String name,
        ThreadDump last,
        Optional<VirtualThreads> virtual,
        List<StuckThread> stuck,
        List<String> notes) {}
