/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Shows the summary of a heap dump: {@link HeapSummaryReport} as text and JSON, {@code
 * HeapSummaryPage} as a page. Each {@code …Sections} class builds the tables of one subject.
 *
 * <p>Tests: {@code HeapSummaryReportTest}, with golden files in {@code src/test/resources/report}.
 */
@NullMarked
package io.heapsight.report.summary;

import org.jspecify.annotations.NullMarked;
