/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.proc.FileAccess;
import java.nio.file.Path;

/**
 * Where a target may write a dump.
 *
 * @param pathInTarget the file, as the target names it
 * @param file the same file, as we reach it
 * @param files with the rights to read and remove it
 * @param copied whether it must be copied from there, and removed
 * @param way what the record says: which way, and why
 */
record DumpPlace(String pathInTarget, Path file, FileAccess files, boolean copied, String way) {
    PartFiles parts() {
        return new PartFiles(files, file);
    }
}
