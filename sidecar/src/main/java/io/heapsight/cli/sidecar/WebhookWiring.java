/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.job.JobRecord;
import io.heapsight.job.Jobs;
import io.heapsight.postmortem.DeathWatches;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerHandler;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.webhook.Webhook;
import io.heapsight.webhook.WebhookEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Says of what the webhook tells. */
final class WebhookWiring {
    private static final AtomicLong FIRINGS = new AtomicLong();

    private WebhookWiring() {}

    /**
     * Makes it.
     *
     * @param stops gets what ends it
     */
    static Webhook webhook(SidecarConfig config, EventLog log, List<Runnable> stops) {
        String pod = System.getenv().getOrDefault("HOSTNAME", "unknown");
        Webhook webhook = new Webhook(config.webhook(), pod, InstantSource.system(), log);
        stops.add(webhook::close);
        return webhook;
    }

    /** Tells of targets that die and of jobs that fail. */
    static void tell(Webhook webhook, DeathWatches deaths, Jobs jobs) {
        deaths.onDeath(postmortem -> webhook.send(died(postmortem)));
        jobs.onFailed(job -> webhook.send(failed(job)));
    }

    /** Tells of what triggers did, or could not do. */
    static void tell(Webhook webhook, Map<TriggerAction, TriggerHandler> works) {
        works.replaceAll(
                (action, work) ->
                        (target, caller, cancel) -> {
                            String label = target.jvm().label();
                            try {
                                String result = work.run(target, caller, cancel);
                                webhook.send(fired(action, label, caller, "done", result));
                                return result;
                            } catch (ProblemException e) {
                                webhook.send(
                                        fired(action, label, caller, e.problem().detail(), ""));
                                throw e;
                            }
                        });
    }

    private static WebhookEvent fired(
            TriggerAction action, String target, String caller, String outcome, String path) {
        Instant now = Instant.now();
        return new WebhookEvent(
                "trigger-%d-%d".formatted(now.toEpochMilli(), FIRINGS.incrementAndGet()),
                WebhookEvent.Kind.TRIGGER_FIRED,
                now,
                target,
                "%s: %s of %s: %s".formatted(caller, action.label(), target, outcome),
                path,
                Map.of("caller", caller, "action", action.label(), "outcome", outcome));
    }

    private static WebhookEvent died(Postmortem postmortem) {
        Map<String, String> data = new HashMap<>();
        data.put("pid", Integer.toString(postmortem.target().pid()));
        data.put("reason", postmortem.reason().kind().label());
        data.put("certainty", postmortem.reason().certainty().label());
        postmortem.topClass().ifPresent(name -> data.put("topClass", name));
        return new WebhookEvent(
                "postmortem-" + postmortem.id(),
                WebhookEvent.Kind.TARGET_DIED,
                postmortem.diedAt(),
                postmortem.target().name(),
                "%s (pid %d) died: %s"
                        .formatted(
                                postmortem.target().name(),
                                postmortem.target().pid(),
                                postmortem.reason().text()),
                "/postmortems/" + postmortem.id(),
                data);
    }

    private static WebhookEvent failed(JobRecord job) {
        Map<String, String> data = new HashMap<>();
        data.put("kind", job.kind().label());
        job.problem()
                .ifPresent(
                        problem -> {
                            data.put("title", problem.title());
                            data.put("remedy", problem.remedy());
                        });
        return new WebhookEvent(
                "job-" + job.id(),
                WebhookEvent.Kind.JOB_FAILED,
                job.endedAt().orElse(job.startedAt()),
                job.subject(),
                "The %s of %s failed%s"
                        .formatted(
                                job.kind().label(),
                                job.subject(),
                                job.problem().map(problem -> ": " + problem.title()).orElse("")),
                job.path(),
                data);
    }
}
