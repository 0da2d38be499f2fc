/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.jstat.Sampler;
import io.heapsight.run.RunRecorder;
import io.heapsight.run.RunStore;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.util.List;

/** Creates the services that record runs. */
record RunWiring(SidecarConfig config, SteadyClock clock, EventLog log) {
    /**
     * Opens files of earlier starts.
     *
     * @param stops receives the actions that stop it
     * @throws ProblemException if the data directory can't be read
     */
    RunRecorder runs(Sampler sampler, RunRecorder.Takers takers, List<Runnable> stops)
            throws ProblemException {
        try {
            RunRecorder runs =
                    new RunRecorder(
                            RunStore.open(config.dataDir(), config.runs().kept()),
                            new RunRecorder.Sampling(sampler::monitors, sampler::sampleNow, clock),
                            takers,
                            config.runs().mostBytes(),
                            log);
            stops.add(runs::close);
            return runs;
        } catch (IOException e) {
            throw new ProblemException(DumpWiring.unreadable(config, e), e);
        }
    }
}
