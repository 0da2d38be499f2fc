/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageQuota;
import io.heapsight.kept.StorageRetention;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

/** A store for dumps that JVMs write, with too little memory to analyse them. */
public final class SampleJvmDumps {
    private static final long TOO_LITTLE = 64 << 20;

    private SampleJvmDumps() {}

    public static OutOfMemoryDumpCopier in(
            DumpStore store, Jobs jobs, StorageQuota quota, EventLog log) {
        AnalysisMemory memory =
                new AnalysisMemory(
                        ProcFs.system(), Optional.empty(), () -> OptionalLong.of(TOO_LITTLE));
        DumpAnalyses analyses =
                new DumpAnalyses(
                        jobs,
                        store,
                        new LastSummaries(store, 3, InstantSource.system(), log),
                        new DumpAnalyses.Settings(memory, false, quota),
                        log);
        return new OutOfMemoryDumpCopier(
                jobs,
                new StorageRetention<>(store.files(), quota, "dump", "heapdump", log),
                analyses,
                InstantSource.system());
    }
}
