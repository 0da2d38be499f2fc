/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.time.Instant;
import java.util.List;

/**
 * Facts about the dump's file.
 *
 * @param name as given by the user
 * @param formatVersion "1.0.1" or "1.0.2"
 * @param idBytes the size of an address in the file: 4 or 8
 * @param bytes size of the file; of a compressed file the compressed size
 * @param whole whether the whole dump was readable; missing objects may refer to those that were
 *     read
 * @param warnings for the user, such as "cut at offset 1,234: what follows is missing"
 */
public record DumpFacts(
        String name,
        String formatVersion,
        int idBytes,
        Instant takenAt,
        boolean gzip,
        long bytes,
        boolean whole,
        List<String> warnings) {
    public DumpFacts {
        warnings = List.copyOf(warnings);
    }
}
