/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Answers of the heap explorer as values: rows, and lists of rows. Package {@code heap} finds them,
 * package {@code report} shows them.
 */
@NullMarked
package io.heapsight.explore;

import org.jspecify.annotations.NullMarked;
