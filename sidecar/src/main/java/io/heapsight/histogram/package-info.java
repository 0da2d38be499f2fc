/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Parses, stores and compares class histograms, and computes the garbage that two of them show.
 *
 * <p>{@link HistogramReader} parses a JVM's answer into compressed {@link HistogramRows}; {@link
 * HistogramDiff} and {@link GarbageByClass} compare two {@link ClassHistogram}s by {@link
 * HistogramJoin}.
 *
 * <p>Tests: one for each of these, {@code MutatedHistogramTest} with corrupted answers; against
 * {@code jcmd}, {@code HistogramEqualsJcmdTest} and {@code LargeHistogramsTest} of module tests.
 */
@NullMarked
package io.heapsight.histogram;

import org.jspecify.annotations.NullMarked;
