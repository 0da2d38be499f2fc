/* SPDX-License-Identifier: Apache-2.0 */
/** The summary of a GC log and the comparison of two, as text, JSON and pages. */
@NullMarked
package io.heapsight.report.gclog;

import org.jspecify.annotations.NullMarked;
