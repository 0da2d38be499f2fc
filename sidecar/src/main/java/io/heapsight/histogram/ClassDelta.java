/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/**
 * The change of one class between two histograms.
 *
 * @param name as HotSpot prints it
 * @param module without its version
 * @param count in the second histogram; 0 if the class has disappeared
 * @param change second minus first
 */
public record ClassDelta(String name, String module, InstanceCount count, InstanceCount change) {}
