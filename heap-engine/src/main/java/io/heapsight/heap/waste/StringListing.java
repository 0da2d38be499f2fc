/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

/**
 * Says how duplicate strings are listed.
 *
 * @param top contents at most
 * @param reveal whether to show what they are
 */
public record StringListing(int top, boolean reveal) {}
