/* SPDX-License-Identifier: Apache-2.0 */

/**
 * What an analysis of a heap dump found: plain records, from the whole ({@link
 * io.heapsight.summary.HeapSummary}) down to one object. The engine makes them, reports render
 * them.
 */
@NullMarked
package io.heapsight.summary;

import org.jspecify.annotations.NullMarked;
