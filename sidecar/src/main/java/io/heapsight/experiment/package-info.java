/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Experiments: a target is switched between states, the arms, and a run is recorded in each, in
 * alternation, so that drift affects all arms equally.
 *
 * <p>{@link io.heapsight.experiment.PlanReader} reads the plan, {@link
 * io.heapsight.experiment.Experiment} runs it. The last step always restores the first state.
 */
@NullMarked
package io.heapsight.experiment;

import org.jspecify.annotations.NullMarked;
