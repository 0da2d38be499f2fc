/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.histogram.InstanceCount;

/**
 * Bounds of the amount of garbage; equal if two histograms determine the amount.
 *
 * @param heapdump id of the analysed heap dump; empty if computed from histograms
 */
public record GarbageBounds(InstanceCount atLeast, InstanceCount atMost, String heapdump) {}
