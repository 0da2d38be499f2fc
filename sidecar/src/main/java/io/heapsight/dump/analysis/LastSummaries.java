/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Stores the figures of the last heap summary of each running target. Thread-safe. */
public final class LastSummaries {
    private final DumpStore store;
    private final int topClasses;
    private final InstantSource clock;
    private final EventLog log;
    private final Map<Integer, SummaryFigures> figures = new ConcurrentHashMap<>();

    /**
     * @param topClasses number of classes of each kind in the metrics
     */
    public LastSummaries(DumpStore store, int topClasses, InstantSource clock, EventLog log) {
        this.store = store;
        this.topClasses = topClasses;
        this.clock = clock;
        this.log = log;
    }

    /** Stores the figures of a dump's new summary. */
    void keep(DumpRecord dump) throws IOException {
        keep(dump.pid(), read(dump));
    }

    public void keep(int pid, SummaryFigures last) {
        figures.put(pid, last);
    }

    private SummaryFigures read(DumpRecord dump) throws IOException {
        return SummaryFigures.of(SummaryClasses.of(store, dump), dump, topClasses);
    }

    /** The figures of a target, if it was analysed. */
    public Optional<SummaryFigures> of(int pid) {
        return Optional.ofNullable(figures.get(pid));
    }

    /**
     * Restores a target's figures after a restart of the sidecar, from the newest summary of its
     * process.
     */
    public void recall(TargetConnection target) {
        TargetJvm jvm = target.jvm();
        try {
            ProcFs procFs = target.procFs();
            double age = procFs.ageSeconds(procFs.stat(jvm.pid()));
            Instant startedAt = clock.instant().minusMillis((long) (1e3 * age));
            figures.computeIfPresent(
                    jvm.pid(), (_, last) -> last.takenAt().isAfter(startedAt) ? last : null);
            for (DumpRecord dump : store.list().reversed()) {
                if (dump.pid() == jvm.pid()
                        && dump.target().equals(jvm.name())
                        && dump.takenAt().isAfter(startedAt)
                        && store.hasSummary(dump.id())) {
                    figures.putIfAbsent(jvm.pid(), read(dump));
                    return;
                }
            }
        } catch (IOException e) {
            log.warn(
                    "the last summary can't be restored",
                    field("target", jvm.label()),
                    field("reason", e));
        }
    }

    /** Forgets a target that is gone; its dumps stay. */
    public void forget(int pid) {
        figures.remove(pid);
    }
}
