/* SPDX-License-Identifier: Apache-2.0 */
/** The classes of a dump, their names and numbers, and totals by class. */
@NullMarked
package io.heapsight.heap.classes;

import org.jspecify.annotations.NullMarked;
