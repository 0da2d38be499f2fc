/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares two arms of runs, metric by metric, and separates real changes from noise; also compares
 * two heap summaries.
 *
 * <p>A {@link io.heapsight.compare.Metric} is read from the {@link
 * io.heapsight.compare.SampleIntervals} of each run as a {@link io.heapsight.compare.MetricValue}.
 * With several runs per arm, the run is the unit: {@link io.heapsight.compare.RepeatedRunsRule}.
 * With one run each, it is a block of samples: {@link io.heapsight.compare.SingleRunsRule}.
 * Obstacles to a comparison are detected first: {@link io.heapsight.compare.Incomparability}.
 * Methods of profiles are metrics of a separate family: {@link io.heapsight.compare.FrameComparer}.
 */
@NullMarked
package io.heapsight.compare;

import org.jspecify.annotations.NullMarked;
