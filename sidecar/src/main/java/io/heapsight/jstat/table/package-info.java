/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The tables that {@code jstat} prints, from the counters of a target.
 *
 * <p>Tests: {@code JstatTableTest} compares them with the output of each JDK's own {@code jstat}.
 */
@NullMarked
package io.heapsight.jstat.table;

import org.jspecify.annotations.NullMarked;
