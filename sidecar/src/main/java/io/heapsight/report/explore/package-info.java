/* SPDX-License-Identifier: Apache-2.0 */
/** The answers of the heap explorer as text and JSON. */
@NullMarked
package io.heapsight.report.explore;

import org.jspecify.annotations.NullMarked;
