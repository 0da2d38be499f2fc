/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Derives sizing advice from the measurements of a target: limits, sizes, collector, jobs.
 *
 * <p>An {@link io.heapsight.advice.TargetObservation} holds the data about a target. Each {@link
 * io.heapsight.advice.Advisor} makes one {@link io.heapsight.advice.Advice} from it, with figures
 * and certainty. With too little data, it states how long to wait.
 */
@NullMarked
package io.heapsight.advice;

import org.jspecify.annotations.NullMarked;
