/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Describes the work of a garbage collector, and finds its problems.
 *
 * <p>{@link GcActivity} is the collector's work in a period, from live counters or from a GC log.
 * {@link GcFindings} derives {@link GcFinding}s from it, most important first, and {@link
 * GcVerdict} answers whether the collector is the problem. Nothing here reads a target.
 *
 * <p>Each figure that its source lacks is NaN, also a count.
 */
@NullMarked
package io.heapsight.gc;

import org.jspecify.annotations.NullMarked;
