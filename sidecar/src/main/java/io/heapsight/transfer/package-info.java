/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds where a target may write a file for us, and brings it out of the target's file system.
 *
 * <p>{@code DirectWrite} is straight into ours, {@code WriteInTarget} into the target's, from where
 * {@code FileTransfer} copies it.
 */
@NullMarked
package io.heapsight.transfer;

import org.jspecify.annotations.NullMarked;
