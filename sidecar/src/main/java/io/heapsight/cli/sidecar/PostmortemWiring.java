/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.HeapDumpTaker;
import io.heapsight.dump.OutOfMemoryDumpCopier;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.postmortem.DeathWatches;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.ProfileServices;
import io.heapsight.recording.ContinuousRecordings;
import io.heapsight.recording.RecordingServices;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.unit.TimeIds;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the services that watch for the end of targets. */
record PostmortemWiring(SidecarConfig config, ProcFs procFs, SteadyClock clock, EventLog log) {
    /**
     * Reports targets that ended together with an earlier sidecar; starts no watches yet.
     *
     * @param stops receives the actions that stop them
     * @throws ProblemException if the data directory can't be read
     */
    DeathWatches deaths(
            HistogramHistory histograms,
            HeapDumpServices dumps,
            RecordingServices recordings,
            ProfileServices profiles,
            KeptReportWiring.Reports reports,
            List<Runnable> stops)
            throws ProblemException {
        Map<String, KeptFiles<? extends KeptFile>> kept = new LinkedHashMap<>();
        reports.kept().forEach(each -> kept.put(each.kind().path() + "/", each.files()));
        kept.put("/heapdumps/", dumps.store().files());
        kept.put("/recordings/", recordings.store().files());
        kept.put("/profiles/", profiles.store().files());
        ContinuousRecordings continuousRecordings = recordings.continuousRecordings();
        HeapDumpTaker taker = dumps.taker();
        OutOfMemoryDumpCopier outOfMemoryDumps =
                new OutOfMemoryDumpCopier(taker.jobs(), taker.retention(), dumps.analyses(), clock);
        try {
            DeathWatches deaths =
                    new DeathWatches(
                            PostmortemStore.open(config.dataDir(), config.postmortemsKept(), log),
                            new DeathWatches.Sources(
                                    histograms,
                                    continuousRecordings,
                                    outOfMemoryDumps,
                                    (pid, since) -> paths(kept, pid, since)),
                            clock,
                            log);
            deaths.concludeCheckpoints(procFs);
            kept.forEach(
                    (path, files) ->
                            files.onAdded(file -> deaths.kept(file.id(), path + file.id())));
            stops.add(continuousRecordings::close);
            stops.add(deaths::close);
            return deaths;
        } catch (IOException e) {
            throw new ProblemException(DumpWiring.unreadable(config, e), e);
        }
    }

    private static List<String> paths(
            Map<String, KeptFiles<? extends KeptFile>> kept, int pid, Instant since) {
        String first = TimeIds.of(since, pid);
        List<String> paths = new ArrayList<>();
        kept.forEach(
                (path, files) ->
                        files.list().stream()
                                .map(KeptFile::id)
                                .filter(id -> KeptFile.pidOf(id) == pid)
                                .filter(id -> id.compareTo(first) >= 0)
                                .forEach(id -> paths.add(path + id)));
        return paths;
    }
}
