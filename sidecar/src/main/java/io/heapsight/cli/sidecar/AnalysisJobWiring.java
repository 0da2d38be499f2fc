/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.analysis.AnalysisRequirements;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.kubernetes.AnalysisJobs;
import io.heapsight.dump.kubernetes.Cluster;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.Job;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.store.read.StoredEvidence;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Delegates the analysis of heap dumps to Kubernetes Jobs. */
final class AnalysisJobWiring {
    /** Maximum time that a request waits for its turn to read the store. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private AnalysisJobWiring() {}

    /** Makes Jobs analyse the dumps. */
    static void delegate(
            SidecarConfig config, HeapDumpServices dumps, StoreUploads uploads, EventLog log) {
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
        public AnalysisRequirements plan(DumpRecord dump, Job job) throws ProblemException {
            return analyses.plan(dump, job);
        }

        @Override
        public Optional<StoredEvidence> find(String folder, Job job) throws ProblemException {
            AtomicReference<Optional<StoredEvidence>> found =
                    new AtomicReference<>(Optional.empty());
            analyses.inTurn(job, () -> found.set(read(folder, job.cancel())));
            return found.get();
        }

        @Override
        public Optional<StoredEvidence> find(String folder) throws ProblemException {
            AtomicReference<Optional<StoredEvidence>> found =
                    new AtomicReference<>(Optional.empty());
            if (!analyses.inTurn(LONGEST_WAIT, () -> found.set(read(folder, new CancelSignal())))) {
                throw new ProblemException(
                        Problem.Kind.UNAVAILABLE,
                        "The store can't be searched now",
                        "An upload or another analysis is running.",
                        "Repeat the request when it has ended: GET /jobs.");
            }
            return found.get();
        }

        private Optional<StoredEvidence> read(String folder, CancelSignal cancel)
                throws ProblemException {
            ObjectUrl.InBucket url = inBucket(folder);
            return new StoreReadChild(store.at(url.store())).find(url.key(), cancel);
        }

        @Override
        public void copy(String url, Path file, Job job) throws ProblemException {
            ObjectUrl.InBucket object = inBucket(url);
            StoreReadChild reader = new StoreReadChild(store.at(object.store()));
            analyses.inTurn(
                    job,
                    () -> {
                        Optional<String> _ =
                                reader.copy(object.key(), file, Progress.SILENT, job.cancel());
                    });
        }

        private static ObjectUrl.InBucket inBucket(String url) throws ProblemException {
            if (ObjectUrl.parse(url) instanceof ObjectUrl.InBucket object) {
                return object;
            }
            throw new IllegalArgumentException("not in a bucket: " + url);
        }
    }
}
