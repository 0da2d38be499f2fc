/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Separates a difference from noise, independent of the meaning of the numbers. Repeated
 * measurements use a permutation test over a family of figures, and t intervals. A single series of
 * autocorrelated samples uses the stationary bootstrap.
 *
 * <p>Results are deterministic: every random draw uses a seed parameter.
 */
@NullMarked
package io.heapsight.stats;

import org.jspecify.annotations.NullMarked;
