/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.dump.capture.DumpPrecheck;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the checks of a target and of the sidecar. Sends no signal and no command, and writes
 * nothing.
 */
public final class Doctor {
    private final ProcFs own;
    private final PortCheck port;
    private final WebhookCheck webhook;
    private final OtlpCheck otlp;
    private final DumpChecks dumps;
    private final CaptureChecks captures;
    private final PauseCheck pauses;
    private final RequestedFeatures asked;

    /**
     * The configuration of the sidecar.
     *
     * @param port port of the API
     * @param webhook receiver of events
     * @param otlp receiver of metrics
     * @param dataDirectory directory for dumps
     * @param folderInTarget folder for targets that can't write into the sidecar's file system;
     *     empty: chosen automatically
     * @param analysisMemory memory of an analysis
     * @param captures of threads, events and CPU time
     * @param pauses estimates of capture pauses
     * @param asked required features
     */
    public record Plan(
            PortCheck port,
            WebhookCheck webhook,
            OtlpCheck otlp,
            Path dataDirectory,
            Optional<String> folderInTarget,
            AnalysisMemory analysisMemory,
            CaptureChecks captures,
            PauseCheck pauses,
            RequestedFeatures asked) {}

    /**
     * Creates a doctor.
     *
     * @param own the processes, read with the sidecar's own rights
     */
    public Doctor(ProcFs own, Plan plan) {
        this.own = own;
        this.port = plan.port();
        this.webhook = plan.webhook();
        this.otlp = plan.otlp();
        this.asked = plan.asked();
        this.captures = plan.captures();
        this.pauses = plan.pauses();
        this.dumps =
                new DumpChecks(
                        DumpStore.folderIn(plan.dataDirectory()),
                        new DumpPrecheck(own, plan.folderInTarget(), plan.pauses().pauses()),
                        plan.analysisMemory());
    }

    /** Checks a target, and the sidecar itself. */
    public Diagnosis examine(TargetConnection target) {
        List<CheckResult> findings = new ArrayList<>(ours());
        findings.addAll(AttachChecks.of(target));
        findings.add(KernelSecurityChecks.securityLabel(own, target));
        findings.add(TargetChecks.perfData(target));
        TargetChecks.nativeImage(target).ifPresent(findings::add);
        TargetChecks.gcLog(target).ifPresent(findings::add);
        findings.add(TargetChecks.cgroup(target));
        findings.addAll(dumps.of(target));
        findings.add(pauses.of(target));
        findings.addAll(captures.of(target, dumps.folder().existing()));
        findings.add(KernelSecurityChecks.seccomp(own, target));
        findings.add(KernelSecurityChecks.perfEvents(own));
        return new Diagnosis(Optional.of(target.jvm()), findings, asked);
    }

    /**
     * Checks the sidecar itself, if no target was found.
     *
     * @param problem the reason
     */
    public Diagnosis withoutTarget(Problem problem) {
        List<CheckResult> findings = new ArrayList<>(ours());
        findings.add(VisibilityCheck.withoutTarget(own, problem));
        return new Diagnosis(Optional.empty(), findings, asked);
    }

    private List<CheckResult> ours() {
        return List.of(
                port.look(),
                dumps.dataDirectory(),
                dumps.analysisMemory(),
                webhook.look(),
                otlp.look());
    }
}
