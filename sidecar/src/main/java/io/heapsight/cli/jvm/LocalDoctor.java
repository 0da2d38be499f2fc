/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.attach.AttachFailure;
import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.doctor.AnalysisJobsCheck;
import io.heapsight.doctor.CaptureChecks;
import io.heapsight.doctor.CheckResult;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.doctor.DiagnosisLog;
import io.heapsight.doctor.Doctor;
import io.heapsight.doctor.Feature;
import io.heapsight.doctor.OtlpCheck;
import io.heapsight.doctor.PauseCheck;
import io.heapsight.doctor.PortCheck;
import io.heapsight.doctor.RequestedFeatures;
import io.heapsight.doctor.StoreCheck;
import io.heapsight.doctor.WebhookCheck;
import io.heapsight.dump.analysis.AnalysisPlace;
import io.heapsight.dump.kubernetes.JobAccess;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.AsyncProfiler;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the configured features on the targets that this process can see. */
public final class LocalDoctor {
    private static final long LOOK_EVERY_MILLIS = 500;

    /** A JVM with the store's client starts slowly in a container with a small CPU limit. */
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(30);

    private final Doctor doctor;
    private final Optional<StoreCheck> store;
    private final Optional<AnalysisJobsCheck> analysisJobs;
    private final LocalTargets targets;
    private final TargetSelector selector;

    /**
     * @param selector of the target
     * @param pauses of earlier captures
     * @param pushes to the OpenTelemetry endpoint
     */
    public LocalDoctor(
            SidecarConfig config,
            ProcFs procFs,
            LocalTargets targets,
            TargetSelector selector,
            PauseEstimator pauses,
            OtlpPushCounts pushes) {
        this.doctor = new Doctor(procFs, plan(config, procFs, pauses, pushes));
        this.store =
                config.stores().store().map(settings -> new StoreCheck(settings, STORE_TIMEOUT));
        this.analysisJobs = analysisJobs(config, System.getenv());
        this.targets = targets;
        this.selector = selector;
    }

    /** The check of access to Jobs, if they analyse heap dumps. */
    static Optional<AnalysisJobsCheck> analysisJobs(
            SidecarConfig config, Map<String, String> environment) {
        return config.heapDumps().analysis() == AnalysisPlace.JOB
                ? Optional.of(new AnalysisJobsCheck(JobAccess.ofThisPod(environment)))
                : Optional.empty();
    }

    private static Doctor.Plan plan(
            SidecarConfig config, ProcFs procFs, PauseEstimator pauses, OtlpPushCounts pushes) {
        SidecarConfig.Http http = config.http();
        return new Doctor.Plan(
                new PortCheck(http.bind(), http.port(), http.tls().isPresent()),
                new WebhookCheck(config.webhook()),
                new OtlpCheck(config.otlp(), pushes),
                config.dataDir(),
                config.heapDumps().folderInTarget(),
                AnalysisMemory.of(procFs, config.heapDumps().analysisMemory()),
                captures(config, procFs),
                new PauseCheck(pauses),
                RequestedFeatures.of(keys(config), config.triggers().rules()));
    }

    /** Keys that enable a feature by themselves. */
    private static Map<Feature, String> keys(SidecarConfig config) {
        Map<Feature, String> keys = new EnumMap<>(Feature.class);
        config.histograms()
                .interval()
                .ifPresent(_ -> keys.put(Feature.HISTOGRAM, "HEAPSIGHT_HISTOGRAM_INTERVAL"));
        config.recordings()
                .blackBox()
                .ifPresent(_ -> keys.put(Feature.RECORDING, "HEAPSIGHT_BLACK_BOX"));
        return keys;
    }

    private static CaptureChecks captures(SidecarConfig config, ProcFs procFs) {
        Optional<String> folder = config.heapDumps().folderInTarget();
        Duration timeout = config.sampling().attachTimeout();
        return new CaptureChecks(
                FlightRecorder.ofSidecar(folder, config.recordings().most(), timeout),
                AsyncProfiler.ofSidecar(procFs, folder, timeout),
                config.profiles().consent());
    }

    /**
     * Checks the followed target or, if there is none, the selected one.
     *
     * @param services whether to check the store, by writing an object to it, and the cluster
     * @param cancel ends the check of the store
     */
    public Diagnosis examine(
            Optional<TargetConnection> followed, boolean services, CancelSignal cancel) {
        Diagnosis diagnosis = followed.map(doctor::examine).orElseGet(this::examineMeant);
        return services ? withServices(diagnosis, cancel) : diagnosis;
    }

    /** Checks the selected target; if it is missing, reports a remedy. */
    public Diagnosis examine() {
        return withServices(examineMeant(), new CancelSignal());
    }

    /** Adds checks of the store, which writes an object to it, and of the cluster. */
    private Diagnosis withServices(Diagnosis diagnosis, CancelSignal cancel) {
        List<CheckResult> findings = new ArrayList<>(diagnosis.findings());
        store.ifPresent(it -> findings.add(it.look(cancel)));
        analysisJobs.ifPresent(it -> findings.add(it.look()));
        return new Diagnosis(diagnosis.target(), findings, diagnosis.asked());
    }

    private Diagnosis examineMeant() {
        try (TargetConnection target = targets.connect(selector)) {
            return doctor.examine(target);
        } catch (ProblemException e) {
            return doctor.withoutTarget(e.problem());
        }
    }

    /** Logs a warning if no target is visible. */
    public void reportAbsence(EventLog log) {
        if (!targets.sees(selector)) {
            new DiagnosisLog(log).write(examineMeant());
        }
    }

    /** Logs what works on a new target, once its JVM has started. */
    public void report(TargetConnection target, EventLog log) {
        try {
            while (target.alive() && isStarting(target)) {
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return; // the sidecar ends
        }
        if (target.alive()) {
            new DiagnosisLog(log).write(doctor.examine(target));
        }
    }

    private static boolean isStarting(TargetConnection target) {
        return target.checks().stream()
                .flatMap(check -> check.failure().stream())
                .anyMatch(failure -> failure instanceof AttachFailure.StillStarting);
    }
}
