/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What tells a difference from noise, whatever the numbers mean: for repeated measurements a
 * permutation test over a family of figures and the Hodges-Lehmann shift with its interval; for a
 * single series of autocorrelated samples the stationary bootstrap.
 *
 * <p>Nothing here is random from call to call: where chance is drawn, its seed is a parameter.
 */
@NullMarked
package io.heapsight.stats;

import org.jspecify.annotations.NullMarked;
