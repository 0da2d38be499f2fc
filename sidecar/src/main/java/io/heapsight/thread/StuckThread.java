/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * A thread in the same method in every dump of a series, not waiting for work.
 *
 * @param method "com.acme.Order.total"
 * @param time between the first dump and the last one
 * @param cpuSeconds used in that time; empty if unknown
 */
public record StuckThread(String thread, String method, Duration time, OptionalDouble cpuSeconds) {}
