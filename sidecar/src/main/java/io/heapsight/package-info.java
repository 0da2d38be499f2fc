/* SPDX-License-Identifier: Apache-2.0 */
/**
 * heapsight: JVM memory and GC diagnostics from a sidecar container.
 *
 * <p>Packages are layers: each uses only those above it in the list of {@code ArchitectureTest}.
 */
@NullMarked
package io.heapsight;

import org.jspecify.annotations.NullMarked;
