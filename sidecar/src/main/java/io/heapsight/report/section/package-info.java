/* SPDX-License-Identifier: Apache-2.0 */

/**
 * The parts of a long report ({@link io.heapsight.report.section.Section}: tables, facts, trees),
 * and how they are laid out as text and as HTML.
 */
@NullMarked
package io.heapsight.report.section;

import org.jspecify.annotations.NullMarked;
