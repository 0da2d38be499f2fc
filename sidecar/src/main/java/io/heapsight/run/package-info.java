/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs: named measurements of one target from a start to a stop, for comparisons.
 *
 * <p>A {@link io.heapsight.run.Run} is a run in memory, {@link io.heapsight.run.RunJsonFormat} the
 * exported document. {@code NAME#1}, {@code NAME#2} are repetitions of the arm NAME. {@link
 * io.heapsight.run.RunProfiling} adds a profile to each run, at the same moment. {@link
 * io.heapsight.run.PastRunBuilder} makes a run of samples that were taken before.
 */
@NullMarked
package io.heapsight.run;

import org.jspecify.annotations.NullMarked;
