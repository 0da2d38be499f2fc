/* SPDX-License-Identifier: Apache-2.0 */

/**
 * The documents of comparisons of two arms of runs, and of two heap dumps.
 *
 * <p>Tests: {@code ComparisonReportTest}, {@code MutatedDocumentsTest}.
 */
@NullMarked
package io.heapsight.report.comparison;

import org.jspecify.annotations.NullMarked;
