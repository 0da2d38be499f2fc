/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.histogram.InstanceCount;

/**
 * The amount of garbage, as an interval; exact if from two histograms.
 *
 * @param heapdump id of its heap dump; empty for histograms
 */
public record GarbageBounds(InstanceCount atLeast, InstanceCount atMost, String heapdump) {}
