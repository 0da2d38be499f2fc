/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.time.Instant;
import java.util.List;

/**
 * What the dump's file says of itself.
 *
 * @param name as the user gave it
 * @param formatVersion "1.0.1" or "1.0.2"
 * @param idBytes the size of an address in the file: 4 or 8
 * @param bytes of the file as it is, compressed when it is
 * @param whole whether all of the dump could be read: what is missing may hold what is there
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
