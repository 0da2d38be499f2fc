/* SPDX-License-Identifier: Apache-2.0 */

/**
 * The results of the analysis of a heap dump: plain records, from the whole ({@link
 * io.heapsight.summary.HeapSummary}) down to one object. The engine creates them, reports render
 * them.
 */
@NullMarked
package io.heapsight.summary;

import org.jspecify.annotations.NullMarked;
