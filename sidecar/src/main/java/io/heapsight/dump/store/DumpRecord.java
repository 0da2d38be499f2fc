/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is known of a dump that is kept.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param takenAt when the target had written it
 * @param pid of the target, as the sidecar saw it
 * @param target its name
 * @param bytes of the file, compressed or not
 * @param live whether a full GC came first
 * @param gzip whether the file is compressed
 * @param sha256 of the file, 64 hexadecimal digits; empty until it is computed
 * @param way how it came here, and why so
 */
public record DumpRecord(
        String id,
        Instant takenAt,
        int pid,
        String target,
        long bytes,
        boolean live,
        boolean gzip,
        Optional<String> sha256,
        String way) {
    /** What an id looks like: day, time to the millisecond (UTC) and pid. */
    public static final String ID_PATTERN = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    private static final Pattern ID = Pattern.compile(ID_PATTERN);

    public DumpRecord {
        if (!isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException(id + ": " + bytes + " bytes");
        }
    }

    /** Whether a text from outside may be used as an id. */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** The same dump, its digest known. */
    public DumpRecord withSha256(String digest) {
        return new DumpRecord(
                id, takenAt, pid, target, bytes, live, gzip, Optional.of(digest), way);
    }
}
