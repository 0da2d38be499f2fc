/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Deletes stored files above their quota, oldest first; files that are being read stay.
 *
 * @param noun in the log: "dump"
 * @param key of its id in the log: "heapdump"
 */
public record StorageRetention<R extends KeptFile>(
        KeptFiles<R> files, StorageQuota quota, String noun, String key, EventLog log) {
    /**
     * Deletes the oldest files that exceed the quota.
     *
     * @param newest stays, whatever its size
     */
    public synchronized void make(int moreFiles, long moreBytes, String newest) {
        for (R file : excess(moreFiles, moreBytes, newest, files.bytesOnDisk())) {
            try {
                files.delete(file.id());
                log.info(
                        "a " + noun + " was deleted by the quota",
                        field(key, file.id()),
                        field("target", file.target()),
                        field("bytes", file.bytes()));
            } catch (IOException e) {
                log.warn(
                        "a " + noun + " over the quota stays",
                        field(key, file.id()),
                        field("reason", e));
            }
        }
    }

    /** The bytes that {@link #make} would delete for these new files. */
    public synchronized long excessBytes(int moreFiles, long moreBytes) {
        Map<String, Long> held = files.bytesOnDisk();
        return excess(moreFiles, moreBytes, "", held).stream()
                .mapToLong(file -> held.getOrDefault(file.id(), file.bytes()))
                .sum();
    }

    private List<R> excess(int moreFiles, long moreBytes, String newest, Map<String, Long> held) {
        return quota.excess(
                files.list(),
                moreFiles,
                moreBytes,
                file -> held.getOrDefault(file.id(), file.bytes()),
                file -> file.id().equals(newest) || files.uses().contains(file.id()));
    }

    /** Deletes a file that could not be stored completely, probably because of a full disk. */
    public void removeUnkept(String id) {
        try {
            files.removeUnkept(id);
        } catch (IOException e) {
            log.warn(
                    "a " + noun + " that isn't stored stays until the next start",
                    field("reason", e));
        }
    }
}
