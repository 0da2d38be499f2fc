/* SPDX-License-Identifier: Apache-2.0 */
/** Reads a dump once and finds its objects, by address, and its roots. */
@NullMarked
package io.heapsight.heap.index;

import org.jspecify.annotations.NullMarked;
