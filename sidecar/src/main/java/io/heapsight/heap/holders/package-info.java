/* SPDX-License-Identifier: Apache-2.0 */
/** Finds the places in the program that hold objects, and those that hold what is wasted. */
@NullMarked
package io.heapsight.heap.holders;

import org.jspecify.annotations.NullMarked;
