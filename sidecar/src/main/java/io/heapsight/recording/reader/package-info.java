/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads recordings, with the JDK's own parser ({@code jdk.jfr.consumer}), and runs JDK Mission
 * Control's rules on them. Runs in a child JVM or on the command line only: the sidecar's own JVM
 * never loads this package.
 *
 * <p>{@code RecordingSummarizerTest} compares the figures with those of the JDK's {@code jfr},
 * {@code JmcRuleEvaluatorTest} the verdicts to those of JDK Mission Control; {@code
 * MutatedRecordingTest} reads damaged recordings.
 */
@NullMarked
package io.heapsight.recording.reader;

import org.jspecify.annotations.NullMarked;
