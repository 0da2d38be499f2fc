/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.attach.AttachPrecondition;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks the requirements of commands to the JVM, with the same checks as before each command. */
final class AttachChecks {
    /** Checks that are also required for the counters file. */
    private static final Set<String> OF_FILES =
            Set.of("alive", "same-uid", "same-gid", "hotspot", "capabilities", "root-reachable");

    private AttachChecks() {}

    static List<CheckResult> of(TargetConnection target) {
        List<CheckResult> findings = new ArrayList<>();
        TargetJvm jvm = target.jvm();
        findings.add(
                CheckResult.ok(
                        VisibilityCheck.SHARED_PID_NAMESPACE,
                        "the target is process %d here, %d in its own namespace"
                                .formatted(jvm.pid(), jvm.nsPid()),
                        VisibilityCheck.EXPECTED,
                        VisibilityCheck.ENABLES));
        target.checks().forEach(check -> findings.add(finding(check)));
        return findings;
    }

    private static CheckResult finding(AttachPrecondition check) {
        Feature[] enables = OF_FILES.contains(check.id()) ? Feature.OF_TARGET : Feature.OF_COMMANDS;
        return check.failure()
                .map(
                        failure ->
                                CheckResult.wrong(
                                        check.id(),
                                        check.found(),
                                        check.expected(),
                                        failure.problem().remedy(),
                                        enables))
                .orElseGet(
                        () -> CheckResult.ok(check.id(), check.found(), check.expected(), enables));
    }
}
