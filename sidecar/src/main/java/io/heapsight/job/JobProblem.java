/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/** Creates the problems that jobs of any kind can have. */
final class JobProblem {
    private JobProblem() {}

    static Problem interrupted(JobSnapshot job) {
        return new Problem(
                Problem.Kind.INTERNAL,
                "Interrupted",
                "The sidecar ended while the %s of %s was running (%s)."
                        .formatted(job.kind().label(), job.subject(), job.phase()),
                "Start it again; find out why the sidecar was restarted (kubectl describe pod).");
    }

    static ProblemException noThread(OutOfMemoryError e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The job could not be started",
                String.valueOf(e.getMessage()),
                "Raise the process limit or the memory limit of the sidecar's container.",
                e);
    }

    static ProblemException tooMany(int most) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "Too many jobs at once",
                most + " jobs have not ended yet.",
                "Wait for them, or cancel some: GET /jobs, DELETE /jobs/ID.");
    }
}
