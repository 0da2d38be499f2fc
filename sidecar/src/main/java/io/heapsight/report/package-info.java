/* SPDX-License-Identifier: Apache-2.0 */

/**
 * The documents for users. Each is a {@link io.heapsight.report.Report}, written as text, as JSON
 * with its schema, and sometimes as an HTML page.
 *
 * <p>Tests: one for each report, with golden files in {@code src/test/resources/report}; {@code
 * MutatedDocumentsTest}.
 */
@NullMarked
package io.heapsight.report;

import org.jspecify.annotations.NullMarked;
