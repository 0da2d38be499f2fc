/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Heap dumps of targets: taken, kept and described.
 *
 * <p>A dump is written by the target, at a safepoint, with the target's rights. {@link DumpStore}
 * keeps what came of it below the sidecar's data directory, each dump with its {@link DumpRecord}.
 */
@NullMarked
package io.heapsight.dump;

import org.jspecify.annotations.NullMarked;
