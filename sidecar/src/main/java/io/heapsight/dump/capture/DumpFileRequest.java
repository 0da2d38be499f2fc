/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import java.nio.file.Path;

/**
 * What dump is wanted.
 *
 * @param live a full GC comes first, and garbage is not in the dump
 * @param gzip the file is compressed: by the target where its JDK can, else by us
 * @param id for the names of files in the target
 * @param file where it is to be; nothing may be there
 */
public record DumpFileRequest(boolean live, boolean gzip, String id, Path file) {}
