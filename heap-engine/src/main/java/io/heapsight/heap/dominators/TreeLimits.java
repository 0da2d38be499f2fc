/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

/**
 * Limits the part of a dominator tree that is shown.
 *
 * @param depth number of levels; 1 for the top alone
 * @param top maximum number of nodes at the top
 * @param children maximum number below each other node
 * @param leastBytes minimum retained size of a node below the top
 */
public record TreeLimits(int depth, int top, int children, long leastBytes) {}
