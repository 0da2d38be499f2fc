/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachRemedies;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.util.Optional;

/** Checks the kernel's security profiles and the JVM's flags. */
final class KernelSecurityChecks {
    /** Value of the field Seccomp in /proc/PID/status for a filter. */
    private static final int FILTER = 2;

    /** Maximum level at which a process without CAP_PERFMON may count its own kernel events. */
    private static final int MOST_PARANOID = 1;

    private static final String BY_TIMER =
            "no change is required: CPU profiles then use a timer (ctimer), without kernel time."
                    + " To include kernel time: ";

    private static final String LESS_PARANOID =
            "on the node: sysctl -w kernel.perf_event_paranoid=1";

    private static final String NO_FILTER =
            "in the target's container securityContext: {seccompProfile: {type: Unconfined}}"
                    + " (docker run --security-opt seccomp=unconfined; ECS: can't be set)";

    private KernelSecurityChecks() {}

    /**
     * Compares the security labels. Different labels are the cause if the target is inaccessible
     * although the user is the same.
     */
    static CheckResult securityLabel(ProcFs own, TargetConnection target) {
        String id = "security-label";
        String ours = own.securityLabel("self");
        String theirs = own.securityLabel(Integer.toString(target.jvm().pid()));
        String expected = "the same SELinux or AppArmor label";
        String found =
                ours.equals(theirs)
                        ? (ours.isEmpty() ? "none" : "both have " + ours)
                        : "the sidecar's is %s, the target's %s"
                                .formatted(named(ours), named(theirs));
        boolean closed =
                target.checks().stream()
                        .flatMap(check -> check.failure().stream())
                        .anyMatch(failure -> failure instanceof AttachFailure.RootNotReachable);
        return closed && !ours.equals(theirs)
                ? CheckResult.wrong(
                        id, found, expected, AttachRemedies.SAME_LABEL, Feature.OF_TARGET)
                : CheckResult.ok(id, found, expected, Feature.OF_TARGET);
    }

    private static String named(String label) {
        return label.isEmpty() ? "none" : label;
    }

    /**
     * Describes the seccomp filter. The usual filter of containers forbids perf_event_open, which
     * no feature requires. Other restrictions are invisible; a command reports them when it fails.
     */
    static CheckResult seccomp(ProcFs own, TargetConnection target) {
        String id = "seccomp";
        String expected = "no filter on the target";
        String found;
        boolean ok;
        try {
            int theirs = own.status(target.jvm().pid()).seccompMode();
            ok = theirs != FILTER;
            found =
                    "the target has %s, the sidecar %s"
                            .formatted(filter(theirs), filter(own.self().seccompMode()));
        } catch (IOException e) {
            ok = false;
            found = "it can't be read: " + IoReason.of(e);
        }
        return ok
                ? CheckResult.ok(id, found, expected)
                : CheckResult.wrong(id, found, expected, BY_TIMER + NO_FILTER);
    }

    private static String filter(int mode) {
        return mode == FILTER ? "a filter" : "none";
    }

    static CheckResult agentLoading(TargetConnection target) {
        String id = "agent-loading";
        Optional<JvmFlag> off = target.jvm().flags().switchedOff("EnableDynamicAgentLoading");
        String expected = "loading of agents is allowed";
        return off.map(
                        flag ->
                                CheckResult.wrong(
                                        id,
                                        flag.text() + " in " + flag.where(),
                                        expected,
                                        AttachRemedies.removeOrOverride(flag.text(), flag.where()),
                                        Feature.PROFILE))
                .orElseGet(() -> CheckResult.ok(id, "not disabled", expected, Feature.PROFILE));
    }

    static CheckResult perfEvents(ProcFs own) {
        String id = "perf-events";
        String expected = "1 or less";
        String found;
        boolean ok;
        try {
            String paranoid = own.kernelSetting("perf_event_paranoid");
            ok = Integer.parseInt(paranoid) <= MOST_PARANOID;
            found = "perf_event_paranoid is " + paranoid;
        } catch (IOException | NumberFormatException e) {
            ok = false;
            found = "perf_event_paranoid can't be read: " + IoReason.of(e);
        }
        return ok
                ? CheckResult.ok(id, found, expected)
                : CheckResult.wrong(id, found, expected, BY_TIMER + LESS_PARANOID);
    }
}
