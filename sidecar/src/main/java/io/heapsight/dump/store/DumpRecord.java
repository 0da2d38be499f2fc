/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import io.heapsight.kept.KeptFile;
import java.time.Instant;
import java.util.Optional;

/**
 * The metadata of a stored heap dump.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param takenAt time at which the target had completed it
 * @param pid of the target, as seen by the sidecar
 * @param target its name
 * @param bytes of the file, compressed or not
 * @param live whether a full GC came first
 * @param gzip whether the file is compressed
 * @param sha256 of the file, 64 hexadecimal digits; empty until it is computed
 * @param way how it was transferred, and why
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
        String way)
        implements KeptFile {
    public DumpRecord {
        KeptFile.check(id, bytes);
    }

    /** Returns the record with a digest. */
    public DumpRecord withSha256(String digest) {
        return new DumpRecord(
                id, takenAt, pid, target, bytes, live, gzip, Optional.of(digest), way);
    }
}
