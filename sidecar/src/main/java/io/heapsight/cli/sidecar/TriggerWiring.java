/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.HeapDumps;
import io.heapsight.dump.capture.DumpRequest;
import io.heapsight.histogram.Histograms;
import io.heapsight.job.JobRecord;
import io.heapsight.operation.Operations;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.profile.Profiles;
import io.heapsight.recording.RecordingRequest;
import io.heapsight.recording.RecordingSettings;
import io.heapsight.recording.Recordings;
import io.heapsight.trigger.KeptThreads;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerHandler;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.unit.EventLog;
import io.heapsight.webhook.Webhook;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/** Says what each action of a trigger does. */
record TriggerWiring(
        Operations operations,
        Histograms histograms,
        HeapDumps heapDumps,
        Recordings recordings,
        Profiles profiles,
        KeptThreads threads) {
    /** For what is under way on its target a trigger waits so long. */
    private static final Duration TURN = Duration.ofSeconds(30);

    private static final RecordingRequest RECORDING =
            new RecordingRequest(
                    Duration.ofMinutes(1), new RecordingSettings.OfJdk("profile"), false);
    private static final ProfileRequest PROFILE = new ProfileRequest(ProfileEvent.CPU, 30);

    TriggerWatch watch(
            SidecarConfig config, ExecutorService executor, Webhook webhook, EventLog log) {
        Map<TriggerAction, TriggerHandler> works = works();
        WebhookWiring.tell(webhook, works);
        return new TriggerWatch(config.triggers(), works, executor, config.dataDir(), log);
    }

    private Map<TriggerAction, TriggerHandler> works() {
        Map<TriggerAction, TriggerHandler> works = new EnumMap<>(TriggerAction.class);
        works.put(
                TriggerAction.HISTOGRAM,
                (target, caller, cancel) -> {
                    histograms.take(target, false, caller, cancel);
                    return "";
                });
        works.put(
                TriggerAction.GARBAGE,
                (target, caller, cancel) -> {
                    histograms.garbage(target, caller, cancel);
                    return "";
                });
        works.put(TriggerAction.THREADS, threads::take);
        works.put(
                TriggerAction.HEAPDUMP,
                (target, caller, _) ->
                        path(heapDumps.taker().take(target, DumpRequest.USUAL, caller)));
        works.put(
                TriggerAction.RECORDING,
                (target, caller, _) -> path(recordings.taker().take(target, RECORDING, caller)));
        works.put(
                TriggerAction.PROFILE,
                (target, caller, _) -> path(profiles.taker().take(target, PROFILE, caller)));
        works.replaceAll(
                (_, work) ->
                        (target, caller, cancel) -> {
                            operations.awaitIdle(target.jvm().pid(), TURN);
                            return work.run(target, caller, cancel);
                        });
        return works;
    }

    private static String path(JobRecord job) {
        return "/jobs/" + job.id();
    }
}
