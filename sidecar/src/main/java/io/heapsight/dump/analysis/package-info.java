/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Analyses, redacts and digests stored dumps, each in a child JVM with its own memory limit.
 *
 * <p>{@code SummaryFiguresTest} covers it; {@code HeapDumpTest} and {@code
 * AnalysisInSmallContainerTest} of the module {@code tests} run the child.
 */
@NullMarked
package io.heapsight.dump.analysis;

import org.jspecify.annotations.NullMarked;
