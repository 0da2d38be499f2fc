/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

/**
 * The weight of a method in a profile.
 *
 * @param frame "com.acme.Order.total"
 * @param self weight of the samples that are in the method itself
 * @param total weight of the samples with the method anywhere in their stack, each counted once
 */
public record FrameWeight(String frame, long self, long total) {}
