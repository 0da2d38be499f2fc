/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import java.nio.file.Path;

/**
 * The hsperfdata file of a JVM.
 *
 * @param path as the sidecar reaches it, through {@code /proc/PID/root}
 * @param inode of the file: a different inode means a different JVM
 */
public record CountersFile(Path path, long inode) {}
