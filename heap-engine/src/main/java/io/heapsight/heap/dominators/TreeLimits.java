/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

/**
 * Limits how much of a dominator tree is shown.
 *
 * @param depth how many levels, 1 for the top alone
 * @param top how many nodes at the top
 * @param children how many below each other node
 * @param leastBytes what a node below the top must retain to be shown
 */
public record TreeLimits(int depth, int top, int children, long leastBytes) {}
