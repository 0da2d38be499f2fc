/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Comparisons of two arms of runs, and of two heap dumps, as people and programs read them.
 *
 * <p>Tests: {@code ComparisonReportTest}, {@code MutatedDocumentsTest}.
 */
@NullMarked
package io.heapsight.report.comparison;

import org.jspecify.annotations.NullMarked;
