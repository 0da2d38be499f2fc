/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

/**
 * The options of a list of duplicate strings.
 *
 * @param top maximum number of contents
 * @param reveal whether to show their text
 */
public record DuplicateStringOptions(int top, boolean reveal) {}
