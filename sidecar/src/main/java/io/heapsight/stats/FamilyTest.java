/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

/**
 * The result of testing a family of figures of the same runs. Never compared: its arrays are read
 * only.
 *
 * @param p of each figure, adjusted for all of them: the chance of any false finding stays below
 *     the level at which they are taken
 * @param leastTold how large a difference of each figure would have to be to be told at that level,
 *     on the scale of {@link RunFigure#onItsScale}; NaN where no difference would
 */
@SuppressWarnings("ArrayRecordComponent")
public record FamilyTest(double[] p, double[] leastTold) {}
