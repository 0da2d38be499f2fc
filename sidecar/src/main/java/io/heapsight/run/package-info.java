/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs: what was measured of one target from a start to a stop, under a name, so that two of them
 * can be compared.
 *
 * <p>A {@link io.heapsight.run.Run} is a run in memory, {@link io.heapsight.run.RunJson} the
 * document that is exported and imported. {@code NAME#1}, {@code NAME#2} are repetitions of the arm
 * NAME. {@link io.heapsight.run.RunProfiling} has a run carry a profile, at the same moment of
 * each.
 */
@NullMarked
package io.heapsight.run;

import org.jspecify.annotations.NullMarked;
