/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Comparison: what changed from one arm of runs to another, figure by figure, and whether the
 * change is real or noise; and what differs between two heap summaries.
 *
 * <p>A {@link io.heapsight.compare.Metric} is read from the {@link
 * io.heapsight.compare.SampleIntervals} of each run as a {@link io.heapsight.compare.Figure}. With
 * several runs an arm, runs are the unit: {@link io.heapsight.compare.RepeatedRuns}. With one run
 * each, stretches of samples are: {@link io.heapsight.compare.SingleRuns}. What forbids a
 * comparison is found first: {@link io.heapsight.compare.Incomparability}. Methods of profiles are
 * metrics of a family of their own: {@link io.heapsight.compare.FrameChanges}.
 */
@NullMarked
package io.heapsight.compare;

import org.jspecify.annotations.NullMarked;
