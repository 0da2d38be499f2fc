/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the heap explorer answers: rows and lists of them, as values. Package {@code heap} finds
 * them, package {@code report} shows them.
 */
@NullMarked
package io.heapsight.explore;

import org.jspecify.annotations.NullMarked;
