/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.proc.FileAccess;
import java.nio.file.Path;

/**
 * A file that a target may write, for us to take.
 *
 * @param pathInTarget the file, as the target names it
 * @param file the same file, as we reach it
 * @param files with the rights to read and remove it
 * @param manner how the dump comes into a file of ours
 * @param way what the record says: which way, and why
 */
public record TargetFile(
        String pathInTarget, Path file, FileAccess files, Manner manner, String way) {
    /** How it comes into a file of ours. */
    public enum Manner {
        /** The target writes it. */
        STRAIGHT,
        /** The target writes a file of its own, which is copied and removed. */
        COPIED,
        /** The target writes into a FIFO, from which we read meanwhile. */
        STREAMED
    }
}
