/* SPDX-License-Identifier: Apache-2.0 */
/** Shares the work of a phase among threads, and tells how far it has come. */
@NullMarked
package io.heapsight.heap.parallel;

import org.jspecify.annotations.NullMarked;
