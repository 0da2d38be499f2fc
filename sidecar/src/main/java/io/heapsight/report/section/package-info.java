/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Lays out the parts of a long report ({@link io.heapsight.report.section.Section}: tables, facts,
 * trees) as text and as HTML.
 */
@NullMarked
package io.heapsight.report.section;

import org.jspecify.annotations.NullMarked;
