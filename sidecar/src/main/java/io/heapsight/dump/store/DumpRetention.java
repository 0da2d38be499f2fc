/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.util.List;

/** Holds the dumps that are kept to their quota, oldest first; those that somebody reads stay. */
public record DumpRetention(DumpStore store, DumpQuota quota, EventLog log) {
    /**
     * Removes the oldest dumps that are over the quota.
     *
     * @param newest stays, however large it is
     */
    public synchronized void make(int moreDumps, long moreBytes, String newest) {
        List<DumpRecord> excess =
                quota.excess(
                        store.list(),
                        moreDumps,
                        moreBytes,
                        dump -> dump.id().equals(newest) || store.uses().contains(dump.id()));
        for (DumpRecord dump : excess) {
            try {
                store.delete(dump.id());
                log.info(
                        "a dump was removed by the quota",
                        field("heapdump", dump.id()),
                        field("target", dump.target()),
                        field("bytes", dump.bytes()));
            } catch (IOException e) {
                log.warn(
                        "a dump over the quota stays",
                        field("heapdump", dump.id()),
                        field("reason", e));
            }
        }
    }
}
