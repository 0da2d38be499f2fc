/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.HeapDumpTaker;
import io.heapsight.dump.HeapDumps;
import io.heapsight.dump.JvmDumps;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.postmortem.DeathWatches;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.proc.ProcFs;
import io.heapsight.recording.BlackBoxes;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.util.List;

/** Puts together what watches for the end of targets. */
record PostmortemWiring(SidecarConfig config, ProcFs procFs, SteadyClock clock, EventLog log) {
    /**
     * Tells of what died together with an earlier sidecar, and watches nobody yet.
     *
     * @param stops gets what ends them
     * @throws ProblemException when the data directory can't be read
     */
    DeathWatches deaths(
            HistogramHistory histograms,
            BlackBoxes blackBoxes,
            HeapDumps dumps,
            List<Runnable> stops)
            throws ProblemException {
        HeapDumpTaker taker = dumps.taker();
        JvmDumps jvmDumps = new JvmDumps(taker.jobs(), taker.retention(), dumps.analyses(), clock);
        try {
            DeathWatches deaths =
                    new DeathWatches(
                            PostmortemStore.open(config.dataDir(), config.postmortemsKept(), log),
                            histograms,
                            blackBoxes,
                            jvmDumps,
                            clock,
                            log);
            deaths.concludeCheckpoints(procFs);
            stops.add(blackBoxes::close);
            stops.add(deaths::close);
            return deaths;
        } catch (IOException e) {
            throw new ProblemException(DumpWiring.unreadable(config, e), e);
        }
    }
}
