/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageRetention;
import io.heapsight.operation.OperationGate;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.AsyncProfiler;
import io.heapsight.profile.ProfileReaderProcess;
import io.heapsight.profile.ProfileServices;
import io.heapsight.profile.ProfileStore;
import io.heapsight.profile.ProfileTaker;
import io.heapsight.recording.RecordingServices;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;

/** Creates the services that take, store and read profiles. */
record ProfileWiring(SidecarConfig config, ProcFs procFs, SteadyClock clock, EventLog log) {
    /**
     * Opens files of earlier starts, and deletes incomplete ones.
     *
     * @param recordings share their recorder: a recorder deletes files that it did not begin
     * @throws ProblemException if the data directory can't be read
     */
    ProfileServices profiles(Jobs jobs, OperationGate operations, RecordingServices recordings)
            throws ProblemException {
        ProfileStore store =
                LocalStoreOpener.open(config, log, ProfileStore::open, ProfileStore::files);
        ProfileReaderProcess reader = new ProfileReaderProcess();
        return new ProfileServices(
                store,
                new ProfileTaker(
                        jobs,
                        operations,
                        AsyncProfiler.ofSidecar(
                                procFs,
                                config.heapDumps().folderInTarget(),
                                config.sampling().attachTimeout()),
                        recordings.taker().recorder(),
                        reader,
                        new StorageRetention<>(
                                store.files(),
                                config.profiles().quota(),
                                "profile",
                                "profile",
                                log),
                        config.profiles().consent(),
                        clock,
                        log),
                reader);
    }
}
