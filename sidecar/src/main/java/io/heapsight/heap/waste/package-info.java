/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds what the program could do without: repeated strings, empty and oversized collections, boxed
 * numbers.
 */
@NullMarked
package io.heapsight.heap.waste;

import org.jspecify.annotations.NullMarked;
