/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Samples targets. The {@link Sampler} takes a {@link Sample} of each target once a second, and its
 * {@link TargetMonitor} keeps those of the last hour in a ring. {@code CounterReader} reads the
 * figures from the counters; a target without counters is queried by {@code HeapInfoPoller}.
 *
 * <p>{@code jstat.table} has the tables that {@code jstat} prints.
 */
@NullMarked
package io.heapsight.jstat;

import org.jspecify.annotations.NullMarked;
