/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds a path at which a target can write a file for the sidecar, and copies the file out of the
 * target's file system.
 *
 * <p>{@code DirectWrite} writes into the sidecar's file system, {@code WriteInTarget} into the
 * target's, from which {@code FileTransfer} copies it.
 */
@NullMarked
package io.heapsight.transfer;

import org.jspecify.annotations.NullMarked;
