/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Separates a difference from noise, independent of the meaning of the numbers: for repeated
 * measurements a permutation test over a family of figures and the Hodges-Lehmann shift with its
 * interval; for a single series of autocorrelated samples the stationary bootstrap.
 *
 * <p>Results are deterministic: every random draw uses a seed parameter.
 */
@NullMarked
package io.heapsight.stats;

import org.jspecify.annotations.NullMarked;
