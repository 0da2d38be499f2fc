/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

/**
 * How to list duplicate strings.
 *
 * @param top maximum number of contents
 * @param reveal whether to show their text
 */
public record StringListing(int top, boolean reveal) {}
