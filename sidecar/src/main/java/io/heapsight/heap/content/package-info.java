/* SPDX-License-Identifier: Apache-2.0 */
/** Reads what objects mean to the program: the text of strings, and the elements of collections. */
@NullMarked
package io.heapsight.heap.content;

import org.jspecify.annotations.NullMarked;
