/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes memory outside the Java heap from one {@link MemoryBudget}, as arrays and lists of numbers.
 */
@NullMarked
package io.heapsight.heap.memory;

import org.jspecify.annotations.NullMarked;
