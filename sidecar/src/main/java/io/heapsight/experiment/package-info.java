/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Experiments: a target is switched between states, the arms, and a run is recorded in each, in
 * turns, so that what drifts meanwhile falls on all arms alike.
 *
 * <p>{@link io.heapsight.experiment.PlanReader} reads what a user wrote, {@link
 * io.heapsight.experiment.Experiment} does it. Whatever happens, the last step is that which
 * restores the first state.
 */
@NullMarked
package io.heapsight.experiment;

import org.jspecify.annotations.NullMarked;
