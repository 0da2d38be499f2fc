/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.dump.analysis.RemoteAnalysis;
import io.heapsight.job.Job;
import io.heapsight.job.SkippedPart;
import io.heapsight.json.JsonObject;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.Optional;

/**
 * Deletes the running Job of a cancelled analysis, if the sidecar's own pod created it. A Job that
 * has ended stays, for its log and its summary. If the Job continues, the sidecar's own job reports
 * that.
 *
 * @param first the dump's first Job
 * @param pod name of the sidecar's own pod, if known
 */
record JobStop(JobWatch first, Optional<String> pod, EventLog log) {
    /** Stops the newest Job, if it is running. */
    void stop(Job job) {
        JobWatch watch = first;
        String continues = "may continue";
        try {
            JobWatch.Found newest = first.newest();
            if (!newest.is(RemoteAnalysis.State.RUNNING)) {
                return;
            }
            watch = newest.watch();
            continues = "continues";
            stop(watch, job);
        } catch (ProblemException e) {
            report(watch, continues, e.problem().detail(), job);
        }
    }

    private void stop(JobWatch watch, Job job) throws ProblemException {
        String resource = "jobs/" + watch.name();
        Optional<JsonObject> found = watch.api().find(JobWatch.BATCH, resource);
        if (found.isEmpty()) {
            return;
        }
        try {
            JsonObject metadata = found.get().object("metadata");
            if (!isOwn(metadata)) {
                report(watch, "continues", "this pod did not create it", job);
                return;
            }
            watch.api().delete(JobWatch.BATCH, resource, metadata.text("uid"));
        } catch (IOException e) {
            throw watch.api().failures().lost(e);
        }
        job.at("stopped the Job " + watch.name(), 0, 0);
        log.info(
                "analysis Job stopped", field("heapdump", watch.id()), field("name", watch.name()));
    }

    private boolean isOwn(JsonObject metadata) throws IOException {
        Optional<JsonObject> annotations = metadata.optionalObject("annotations");
        return pod.isPresent()
                && annotations.isPresent()
                && annotations.get().optionalText(AnalysisJob.CREATOR).equals(pod);
    }

    private void report(JobWatch watch, String continues, String reason, Job job) {
        String namespace = watch.api().namespace();
        job.skip(
                new SkippedPart(
                        "stop",
                        "the Job %s in namespace %s %s: %s"
                                .formatted(watch.name(), namespace, continues, reason),
                        "Stop it: kubectl -n %s delete job %s".formatted(namespace, watch.name())));
        log.warn(
                "analysis Job not stopped",
                field("heapdump", watch.id()),
                field("name", watch.name()),
                field("reason", reason));
    }
}
