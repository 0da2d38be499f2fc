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
    private final PortFinding port;
    private final WebhookFinding webhook;
    private final OtlpFinding otlp;
    private final DumpFindings dumps;
    private final CaptureFindings captures;
    private final PauseFinding pauses;
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
            PortFinding port,
            WebhookFinding webhook,
            OtlpFinding otlp,
            Path dataDirectory,
            Optional<String> folderInTarget,
            AnalysisMemory analysisMemory,
            CaptureFindings captures,
            PauseFinding pauses,
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
                new DumpFindings(
                        DumpStore.folderIn(plan.dataDirectory()),
                        new DumpPrecheck(own, plan.folderInTarget(), plan.pauses().pauses()),
                        plan.analysisMemory());
    }

    /** Checks a target, and the sidecar itself. */
    public Diagnosis examine(TargetConnection target) {
        List<CheckResult> findings = new ArrayList<>(ours());
        findings.addAll(AttachFindings.of(target));
        findings.add(SecurityFindings.securityLabel(own, target));
        findings.add(TargetFindings.perfData(target));
        TargetFindings.nativeImage(target).ifPresent(findings::add);
        TargetFindings.gcLog(target).ifPresent(findings::add);
        findings.add(TargetFindings.cgroup(target));
        findings.addAll(dumps.of(target));
        findings.add(pauses.of(target));
        findings.addAll(captures.of(target, dumps.folder().existing()));
        findings.add(SecurityFindings.seccomp(own, target));
        findings.add(SecurityFindings.perfEvents(own));
        return new Diagnosis(Optional.of(target.jvm()), findings, asked);
    }

    /**
     * Checks the sidecar itself, if no target was found.
     *
     * @param problem the reason
     */
    public Diagnosis withoutTarget(Problem problem) {
        List<CheckResult> findings = new ArrayList<>(ours());
        findings.add(VisibilityFinding.withoutTarget(own, problem));
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
