/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.time.Duration;
import java.util.Optional;

/**
 * All virtual threads of a target, unless the dump is truncated.
 *
 * @param content their groups, with a few threads per group
 * @param count number of threads read
 * @param bytes size of the dump
 * @param time duration of the dump
 * @param cut the reason why there may be more; empty for a complete dump
 */
public record VirtualThreads(
        ThreadDump.Content content, long count, long bytes, Duration time, Optional<String> cut) {}
