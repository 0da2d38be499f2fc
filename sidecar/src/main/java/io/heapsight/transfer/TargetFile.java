/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.proc.FileAccess;
import java.nio.file.Path;

/**
 * A file written by a target for the sidecar.
 *
 * @param pathInTarget the file, as seen by the target
 * @param file the same file, as seen by the sidecar
 * @param files with the rights to read and delete it
 * @param manner of the transfer
 * @param way text for the record: the transfer and its reason
 */
public record TargetFile(
        String pathInTarget, Path file, FileAccess files, Manner manner, String way) {
    /** The manner of the transfer into a file of the sidecar. */
    public enum Manner {
        /** The target writes the sidecar's file. */
        STRAIGHT,
        /** The target writes into its own file system, and the file is copied and deleted. */
        COPIED,
        /** The target writes into a FIFO, from which the sidecar reads concurrently. */
        STREAMED
    }
}
