/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.time.Duration;
import java.util.Optional;

/**
 * All virtual threads of a target, unless the dump was cut.
 *
 * @param content their groups; of each group, a few threads
 * @param count how many were read
 * @param bytes how long the dump was
 * @param time that it took
 * @param cut why there may be more; empty where the dump was read to its end
 */
public record VirtualThreads(
        ThreadDump.Content content, long count, long bytes, Duration time, Optional<String> cut) {}
