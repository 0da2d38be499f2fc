/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.dump.analysis.RemoteAnalysis;
import io.heapsight.job.Job;
import io.heapsight.json.JsonObject;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Follows one Job.
 *
 * @param name of the Job
 * @param id of its dump
 */
record JobWatch(KubernetesApi api, String name, String id) {
    /** The API group of Jobs. */
    static final String BATCH = "/apis/batch/v1";

    /** The API group of pods. */
    static final String CORE = "/api/v1";

    /**
     * Reads the status.
     *
     * @return empty if there is no such Job
     * @throws ProblemException if the Job failed, or the API server refuses
     */
    Optional<JobStatus> status() throws ProblemException {
        Optional<JsonObject> job = api.find(BATCH, "jobs/" + name);
        if (job.isEmpty()) {
            return Optional.empty();
        }
        JsonObject pods =
                api.find(CORE, "pods?labelSelector=job-name%3D" + name).orElse(JsonObject.EMPTY);
        JobStatus status;
        try {
            status = JobStatus.read(job.get(), pods);
        } catch (IOException e) {
            throw api.failures().lost(e);
        }
        if (status.failed()) {
            throw failed(status);
        }
        return Optional.of(status);
    }

    /**
     * Waits for its end.
     *
     * @param job shows its state
     * @throws ProblemException if it failed or was deleted
     */
    void awaitEnd(Duration interval, Job job) throws ProblemException {
        while (true) {
            JobStatus status = status().orElseThrow(this::deleted);
            if (status.state() == RemoteAnalysis.State.COMPLETE) {
                return;
            }
            String words = status.words().isEmpty() ? "" : ": " + status.words();
            job.at("analysing in the Job " + name + words, 0, 0);
            job.cancel().pause(interval);
        }
    }

    private ProblemException failed(JobStatus status) {
        return new ProblemException(
                Problem.Kind.INTERNAL,
                "The analysis Job failed",
                "%s in namespace %s: %s".formatted(name, api.namespace(), status.words()),
                "kubectl -n %s logs job/%s shows more. Delete the Job (kubectl -n %s delete job %s), then POST /heapdumps/%s/analysis."
                        .formatted(api.namespace(), name, api.namespace(), name, id));
    }

    private ProblemException deleted() {
        return new ProblemException(
                Problem.Kind.CONFLICT,
                "The analysis Job was deleted",
                "%s in namespace %s no longer exists, and had not ended."
                        .formatted(name, api.namespace()),
                "POST /heapdumps/%s/analysis.".formatted(id));
    }
}
