/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the measurements of a target suggest: limits, sizes, collector, jobs.
 *
 * <p>An {@link io.heapsight.advice.Observation} is what is known of a target; each {@link
 * io.heapsight.advice.Advisor} makes one {@link io.heapsight.advice.Advice} of it, with the figures
 * it rests on and how sure it is. None guesses: where there is too little data, it says for how
 * long to wait.
 */
@NullMarked
package io.heapsight.advice;

import org.jspecify.annotations.NullMarked;
