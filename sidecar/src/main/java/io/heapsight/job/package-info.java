/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs long work without a waiting connection. {@link Jobs} starts it, reports and cancels it by
 * id, and remembers it across a restart of the sidecar.
 *
 * <p>Tests: {@code JobsTest}, and {@code MutatedJobTest} with corrupted files.
 */
@NullMarked
package io.heapsight.job;

import org.jspecify.annotations.NullMarked;
