/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.proc.ProcFs;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import java.io.IOException;

/** Checks whether the sidecar sees the target's processes. */
final class VisibilityCheck {
    static final String SHARED_PID_NAMESPACE = "shared-pid-namespace";
    static final String EXPECTED = "the target's process";
    static final Feature[] ENABLES = {
        Feature.COUNTERS,
        Feature.CONTAINER,
        Feature.HISTOGRAM,
        Feature.THREADS,
        Feature.DUMP,
        Feature.RECORDING,
        Feature.PROFILE
    };

    private VisibilityCheck() {}

    /** Reports that no target was found or selected, with the remedy. */
    static CheckResult withoutTarget(ProcFs procFs, Problem problem) {
        if (problem.kind() == Problem.Kind.CONFLICT) {
            return CheckResult.wrong(
                    "one-target",
                    problem.title() + ": " + problem.detail(),
                    "exactly one JVM selected",
                    problem.remedy(),
                    ENABLES);
        }
        return CheckResult.wrong(
                SHARED_PID_NAMESPACE,
                problem.detail() + "; " + others(procFs),
                EXPECTED,
                problem.remedy(),
                ENABLES);
    }

    private static String others(ProcFs procFs) {
        try {
            int others = procFs.pids().length - 1;
            return others == 0
                    ? "no other process is visible either"
                    : others
                            + (others == 1 ? " other process is" : " other processes are")
                            + " visible";
        } catch (IOException e) {
            return "processes can't be listed: " + IoReason.of(e);
        }
    }
}
