/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reports of the evidence in a store.
 *
 * <p>Tests: {@code StoreReportTest}.
 */
@NullMarked
package io.heapsight.report.evidence;

import org.jspecify.annotations.NullMarked;
