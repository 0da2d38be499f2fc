/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.HeapDumps;
import io.heapsight.dump.analysis.AnalysisPlan;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.kubernetes.AnalysisJobs;
import io.heapsight.dump.kubernetes.Cluster;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.Job;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Lets Jobs of Kubernetes analyse heap dumps. */
final class AnalysisJobWiring {
    private AnalysisJobWiring() {}

    /** Makes Jobs analyse the dumps. */
    static void delegate(
            SidecarConfig config, HeapDumps dumps, StoreUploads uploads, EventLog log) {
        Map<String, String> environment = System.getenv();
        StoreSettings store = config.stores().store().orElseThrow();
        dumps.analyses()
                .delegate(
                        new AnalysisJobs(
                                Cluster.ofThisPod(environment, PodName.of(environment)),
                                dumps.store(),
                                uploads,
                                new ChildSteps(dumps.analyses(), store),
                                config.heapDumps().revealStrings(),
                                log));
    }

    /** Runs child processes, but none during an analysis or an upload. */
    private record ChildSteps(DumpAnalyses analyses, StoreSettings store)
            implements AnalysisJobs.Steps {
        @Override
        public AnalysisPlan plan(DumpRecord dump, Job job) throws ProblemException {
            return analyses.plan(dump, job);
        }

        @Override
        public void copy(String url, Path file, Job job) throws ProblemException {
            if (!(ObjectUrl.parse(url) instanceof ObjectUrl.InBucket object)) {
                throw new IllegalArgumentException("not in a bucket: " + url);
            }
            StoreReadChild reader = new StoreReadChild(store.at(object.store()));
            analyses.inTurn(
                    job,
                    () -> {
                        Optional<String> _ =
                                reader.copy(object.key(), file, Progress.SILENT, job.cancel());
                    });
        }
    }
}
