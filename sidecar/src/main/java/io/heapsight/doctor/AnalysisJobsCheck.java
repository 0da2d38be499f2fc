/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.dump.kubernetes.JobAccess;
import io.heapsight.unit.ProblemException;

/** Checks whether Kubernetes Jobs can analyse heap dumps; queries the API server. */
public record AnalysisJobsCheck(JobAccess access) {
    static final String ID = "analysis-jobs";
    private static final String EXPECTED = "an API server that lets the pod create and get Jobs";

    public CheckResult look() {
        try {
            return CheckResult.ok(ID, access.check(), EXPECTED, Feature.ANALYSIS);
        } catch (ProblemException e) {
            return CheckResult.wrong(ID, e.problem(), EXPECTED, Feature.ANALYSIS);
        }
    }
}
