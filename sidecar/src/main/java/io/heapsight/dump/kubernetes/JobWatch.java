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
 * Watches one Kubernetes Job until it ends.
 *
 * @param first name of the dump's first Job
 * @param attempt number of this Job, from 1 on
 * @param id of its dump
 */
record JobWatch(KubernetesApi api, String first, int attempt, String id) {
    /** The longest tolerated outage of the API server, during which the Job continues. */
    private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(15);

    /** The API group of Jobs. */
    static final String BATCH = "/apis/batch/v1";

    /** The API group of pods. */
    static final String CORE = "/api/v1";

    String name() {
        return attempt == 1 ? first : first + "-" + attempt;
    }

    /** The Job after this one. */
    JobWatch next() {
        return new JobWatch(api, first, attempt + 1, id);
    }

    /**
     * A Job as it was found.
     *
     * @param status empty if there is no such Job
     */
    record Found(JobWatch watch, Optional<JobStatus> status) {
        boolean hasFailed() {
            return status.filter(JobStatus::failed).isPresent();
        }

        boolean is(RemoteAnalysis.State state) {
            return !hasFailed() && status.filter(it -> it.state() == state).isPresent();
        }

        /**
         * Returns the status.
         *
         * @throws ProblemException if the Job failed
         */
        Optional<JobStatus> orFailure() throws ProblemException {
            if (hasFailed()) {
                throw watch.failed(status.orElseThrow());
            }
            return status;
        }
    }

    /** Finds the newest Job, starting with this one: all Jobs before the newest have failed. */
    Found newest() throws ProblemException {
        Found newest = new Found(this, status());
        while (newest.hasFailed()) {
            JobWatch next = newest.watch().next();
            Found found = new Found(next, next.status());
            if (found.status().isEmpty()) {
                break;
            }
            newest = found;
        }
        return newest;
    }

    private Optional<JobStatus> status() throws ProblemException {
        Optional<JsonObject> job = api.find(BATCH, "jobs/" + name());
        if (job.isEmpty()) {
            return Optional.empty();
        }
        JsonObject pods =
                api.find(CORE, "pods?labelSelector=job-name%3D" + name()).orElse(JsonObject.EMPTY);
        try {
            return Optional.of(JobStatus.read(job.get(), pods));
        } catch (IOException e) {
            throw api.failures().lost(e);
        }
    }

    /**
     * Waits for its end.
     *
     * @param job shows its state
     * @return whether it is complete; false if it was deleted
     * @throws ProblemException if it failed
     */
    boolean awaitEnd(Duration interval, Job job) throws ProblemException {
        long seen = System.nanoTime();
        while (true) {
            try {
                Optional<JobStatus> status = new Found(this, status()).orFailure();
                seen = System.nanoTime();
                if (status.isEmpty()) {
                    return false;
                }
                if (status.get().state() == RemoteAnalysis.State.COMPLETE) {
                    return true;
                }
                job.at("analysing in the Job " + name() + ": " + words(status.get()), 0, 0);
            } catch (ProblemException e) {
                if (e.problem().kind() != Problem.Kind.UNAVAILABLE
                        || System.nanoTime() - seen > LONGEST_OUTAGE.toNanos()) {
                    throw e;
                }
                job.at("analysing in the Job " + name() + ": " + e.problem().title(), 0, 0);
            }
            job.cancel().pause(interval);
        }
    }

    private String words(JobStatus status) {
        return status.words().isEmpty()
                ? "no pod so far; kubectl -n %s describe job %s shows why"
                        .formatted(api.namespace(), name())
                : status.words();
    }

    private ProblemException failed(JobStatus status) {
        return new ProblemException(
                Problem.Kind.INTERNAL,
                "The analysis Job failed",
                "%s in namespace %s: %s".formatted(name(), api.namespace(), status.words()),
                "kubectl -n %s logs job/%s shows more. POST /heapdumps/%s/analysis creates another Job."
                        .formatted(api.namespace(), name(), id));
    }

    /** Creates the problem of a deleted Job without a summary. */
    ProblemException deleted() {
        return new ProblemException(
                Problem.Kind.CONFLICT,
                "The analysis Job was deleted",
                "%s in namespace %s no longer exists, and the store has no new summary."
                        .formatted(name(), api.namespace()),
                "POST /heapdumps/%s/analysis creates another Job.".formatted(id));
    }
}
