/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs long work that no connection waits for: started by {@link Jobs}, queried and cancelled by
 * id, and remembered across a restart of the sidecar.
 *
 * <p>Tests: {@code JobsTest}, and {@code MutatedJobTest} with corrupted files.
 */
@NullMarked
package io.heapsight.job;

import org.jspecify.annotations.NullMarked;
