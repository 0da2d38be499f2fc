/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads and checks the configuration at start: environment variables or a properties file.
 *
 * <p>To add a key, define it in the class of its subject ({@code …Keys}). Add it to the list {@link
 * io.heapsight.config.ConfigKeys#ALL} in the manual's order, and to {@link
 * io.heapsight.config.SidecarConfig}, which {@code ConfigReader} fills.
 *
 * <p>Tests: {@code SidecarConfigTest}, and {@code MutatedConfigTest} with corrupted values.
 */
@NullMarked
package io.heapsight.config;

import org.jspecify.annotations.NullMarked;
