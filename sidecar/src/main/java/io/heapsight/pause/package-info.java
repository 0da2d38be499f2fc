/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Estimates and measures the pause that a capture causes, and refuses captures that would exceed a
 * limit. {@link io.heapsight.pause.PauseEstimator} holds measurements of earlier captures; {@link
 * io.heapsight.pause.PauseModel} is the estimate for a target without any.
 *
 * <p>Tests: {@code PauseEstimatorTest}; figures: {@code benchmarks/pause-estimate}.
 */
@NullMarked
package io.heapsight.pause;

import org.jspecify.annotations.NullMarked;
