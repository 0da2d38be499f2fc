/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Experiments: switch a target between states, the arms, and record a run in each. The arms
 * alternate, so that drift affects all equally.
 *
 * <p>{@link io.heapsight.experiment.PlanReader} reads the plan, {@link
 * io.heapsight.experiment.ExperimentRunner} runs it. The last step always restores the first state.
 */
@NullMarked
package io.heapsight.experiment;

import org.jspecify.annotations.NullMarked;
