/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.histogram.Count;

/**
 * How much garbage there was, as an interval; from two histograms, exactly.
 *
 * @param heapdump the id of the dump that tells it; empty where histograms do
 */
public record GarbageBounds(Count atLeast, Count atMost, String heapdump) {}
