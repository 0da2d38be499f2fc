/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * One or several dumps of a target's threads.
 *
 * @param pid the target, as the sidecar sees it
 * @param name the target's main class
 * @param last the last dump
 * @param virtual all virtual threads, which are in {@code last} too; empty where they were not
 *     wanted, or could not be dumped
 * @param stuck over all of them, those that used most CPU first; none where there is one dump
 * @param notes what is missing, and why
 */
public record ThreadSeries(
        int pid,
        String name,
        ThreadDump last,
        Optional<VirtualThreads> virtual,
        List<StuckThread> stuck,
        List<String> notes) {}
