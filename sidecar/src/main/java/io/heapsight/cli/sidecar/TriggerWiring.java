/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.capture.DumpRequest;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationRefused;
import io.heapsight.operation.PauseRefused;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.recording.RecordingRequest;
import io.heapsight.recording.RecordingSettings;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.StoreUploads;
import io.heapsight.trigger.ActionHandler;
import io.heapsight.trigger.ActionResult;
import io.heapsight.trigger.ActionSkipped;
import io.heapsight.trigger.DumpDeadlineCheck;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.vmlog.GcLogRequest;
import io.heapsight.webhook.Webhook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** Creates the handlers that execute the actions of rules. */
record TriggerWiring(
        OperationGate operations,
        KeptReportWiring.Reports reports,
        UploadWiring.Kept kept,
        StoreUploads stores,
        boolean storedAutomatically,
        Webhook webhook) {
    /**
     * Maximum time that a rule waits for a running operation on its target: longer than a recording
     * or a profile of a rule.
     */
    private static final Duration TURN = Duration.ofSeconds(90);

    private static final RecordingRequest RECORDING =
            new RecordingRequest(
                    Duration.ofMinutes(1), new RecordingSettings.OfJdk("profile"), false);
    private static final ProfileRequest PROFILE = new ProfileRequest(ProfileEvent.CPU, 30);

    TriggerWatch watch(
            SidecarConfig config, ExecutorService executor, SteadyClock clock, EventLog log) {
        TriggerWatch watch =
                new TriggerWatch(
                        config.triggers(), works(), executor, config.dataDir(), clock, log);
        WebhookWiring.tell(webhook, watch);
        return watch;
    }

    private Map<TriggerAction, ActionHandler> works() {
        Map<TriggerAction, ActionHandler> works = new EnumMap<>(TriggerAction.class);
        for (TriggerAction action : TriggerAction.values()) {
            ActionHandler work = work(action);
            works.put(action, action.takes() ? (call, cancel) -> inTurn(work, call, cancel) : work);
        }
        return works;
    }

    /** Waits until the target is idle; also waits for operations that start in between. */
    private String inTurn(ActionHandler work, ActionHandler.Call call, CancelSignal cancel)
            throws ProblemException {
        long end = System.nanoTime() + TURN.toNanos();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            operations.awaitIdle(call.monitor().jvm().pid(), left);
            try {
                return work.run(call, cancel);
            } catch (PauseRefused e) {
                throw new ActionSkipped(e.problem());
            } catch (OperationRefused e) {
                if (e.problem().kind() != Problem.Kind.CONFLICT || left.isZero()) {
                    throw e;
                }
            }
        }
    }

    private ActionHandler work(TriggerAction action) {
        return switch (action) {
            case HISTOGRAM ->
                    (call, cancel) ->
                            reports.histograms().take(target(call), call.rule().caller(), cancel);
            case GARBAGE ->
                    (call, cancel) ->
                            reports.histograms()
                                    .takeGarbage(target(call), call.rule().caller(), cancel);
            case THREADS ->
                    (call, cancel) ->
                            reports.threads().take(target(call), call.rule().caller(), cancel);
            case HEAPDUMP -> this::dump;
            case UPLOAD -> this::upload;
            case WEBHOOK -> (call, _) -> WebhookWiring.tell(webhook, call);
            case RECORDING ->
                    (call, cancel) ->
                            settled(
                                    kept.recordings()
                                            .taker()
                                            .take(target(call), RECORDING, call.rule().caller()),
                                    call,
                                    cancel);
            case GCLOG ->
                    (call, _) ->
                            kept.gcLogs()
                                    .taker()
                                    .take(target(call), GcLogRequest.USUAL, call.rule().caller())
                                    .path();
            case PROFILE ->
                    (call, cancel) ->
                            settled(
                                    kept.profiles()
                                            .taker()
                                            .take(target(call), PROFILE, call.rule().caller()),
                                    call,
                                    cancel);
        };
    }

    private static TargetConnection target(ActionHandler.Call call) {
        return call.monitor().connection();
    }

    /**
     * Captures a dump and waits for it, so that the firing reports a lack of space. Does not wait
     * for its analysis.
     */
    private String dump(ActionHandler.Call call, CancelSignal cancel) throws ProblemException {
        DumpDeadlineCheck.require(call.monitor(), operations.audit());
        JobSnapshot begun =
                kept.heapDumps()
                        .taker()
                        .take(
                                target(call),
                                DumpRequest.USUAL,
                                reports.histograms().histograms().pauses().automatic(),
                                call.rule().caller());
        JobSnapshot job = awaitResult(begun, cancel);
        if (job.problem().isPresent() && job.result().isEmpty()) {
            Problem problem = job.problem().get();
            throw problem.kind() == Problem.Kind.NO_ROOM
                    ? new ActionSkipped(problem)
                    : new ProblemException(problem);
        }
        return job.path();
    }

    /** Uploads the captures of earlier actions immediately, and once more with their summary. */
    private String upload(ActionHandler.Call call, CancelSignal cancel) throws ProblemException {
        String last = "";
        if (storedAutomatically) {
            return last; // uploaded as soon as it is stored
        }
        List<JobSnapshot> unfinished = new ArrayList<>();
        for (ActionResult before : call.before()) {
            String path = before.result();
            Optional<JobSnapshot> job = jobs().find(path.replaceFirst("^/jobs/", ""));
            if (job.isPresent()) {
                JobSnapshot known = awaitResult(job.get(), cancel);
                path = known.result().orElse("");
                unfinished.add(known);
            }
            Optional<EvidenceKind> kind = EvidenceKind.servedAt(path);
            if (kind.isPresent()) {
                String caller = call.rule().caller();
                last = stores.start(kind.get(), kind.get().idOf(path), caller).path();
            }
        }
        for (JobSnapshot job : unfinished) {
            storeSummary(job, call, cancel);
        }
        return last;
    }

    private void storeSummary(JobSnapshot job, ActionHandler.Call call, CancelSignal cancel) {
        Optional<String> now = jobs().await(job.id(), _ -> false, cancel).result();
        if (!now.equals(job.result())) {
            EvidenceKind.servedAt(now.orElse(""))
                    .ifPresent(
                            kind ->
                                    stores.startAutomatically(
                                            kind, kind.idOf(now.orElse("")), call.rule().caller()));
        }
    }

    /** Waits for the end of the job, because the next action needs the target. */
    private String settled(JobSnapshot job, ActionHandler.Call call, CancelSignal cancel) {
        return call.more() ? awaitResult(job, cancel).path() : job.path();
    }

    private JobSnapshot awaitResult(JobSnapshot begun, CancelSignal cancel) {
        return jobs().await(begun.id(), job -> job.result().isPresent(), cancel);
    }

    private Jobs jobs() {
        return kept.heapDumps().taker().jobs();
    }
}
