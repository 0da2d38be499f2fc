/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.target.TargetJvm;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The figures of the last heap summary of each target that runs. Thread-safe. */
public final class LastSummaries {
    private final Map<Integer, SummaryFigures> figures = new ConcurrentHashMap<>();

    public void keep(int pid, SummaryFigures last) {
        figures.put(pid, last);
    }

    /** Those of a target, when it has been analysed. */
    public Optional<SummaryFigures> of(int pid) {
        return Optional.ofNullable(figures.get(pid));
    }

    /**
     * Finds what an earlier start of the sidecar knew: the newest summary of this very process.
     *
     * @param startedAt when the target started: an older dump is of another process
     * @param top how many classes of each kind
     */
    public void recall(TargetJvm jvm, Instant startedAt, DumpStore store, int top)
            throws IOException {
        for (DumpRecord dump : store.list().reversed()) {
            if (dump.pid() == jvm.pid()
                    && dump.target().equals(jvm.name())
                    && dump.takenAt().isAfter(startedAt)
                    && store.hasSummary(dump.id())) {
                SummaryFigures last = SummaryFigures.of(SummaryClasses.of(store, dump), dump, top);
                figures.putIfAbsent(jvm.pid(), last);
                return;
            }
        }
    }

    /** Forgets a target that is gone; its dumps stay. */
    public void forget(int pid) {
        figures.remove(pid);
    }
}
