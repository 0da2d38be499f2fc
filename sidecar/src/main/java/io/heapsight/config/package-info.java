/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads and checks the configuration at start: environment variables or a properties file.
 *
 * <p>Tests: {@code SidecarConfigTest}, and {@code MutatedConfigTest} with corrupted values.
 */
@NullMarked
package io.heapsight.config;

import org.jspecify.annotations.NullMarked;
