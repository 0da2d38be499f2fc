/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

/**
 * How strings are to be listed.
 *
 * @param top contents at most
 * @param reveal whether to show what they are
 */
public record StringListing(int top, boolean reveal) {}
