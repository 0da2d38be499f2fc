/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.job.Jobs;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.trigger.ActionHandler;
import io.heapsight.trigger.ActionResult;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerCounts;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.unit.EventLog;
import io.heapsight.webhook.Webhook;
import io.heapsight.webhook.WebhookEvent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Sends the sidecar's events to the webhook. */
final class WebhookWiring {
    private static final AtomicLong FIRINGS = new AtomicLong();

    private WebhookWiring() {}

    /**
     * Creates the webhook.
     *
     * @param stops receives the actions that stop it
     */
    static Webhook webhook(SidecarConfig config, EventLog log, List<Runnable> stops) {
        String pod = PodName.of(System.getenv()).orElse("unknown");
        Webhook webhook = new Webhook(config.webhook(), pod, InstantSource.system(), log);
        stops.add(webhook::close);
        return webhook;
    }

    /** Reports targets that die and jobs that fail. */
    static void tell(Webhook webhook, PostmortemStore postmortems, Jobs jobs) {
        postmortems.onKept(
                (postmortem, updated) -> {
                    if (!updated) {
                        webhook.send(died(postmortem));
                    }
                });
        jobs.onEnded(
                job -> {
                    if (job.state() == JobState.FAILED) {
                        webhook.send(failed(job));
                    }
                });
    }

    /**
     * Reports firings at their end, except firings with the action webhook, which has already
     * reported them.
     */
    static void tell(Webhook webhook, TriggerWatch triggers) {
        triggers.onFired(
                (rule, firing) -> {
                    if (!rule.actions().contains(TriggerAction.WEBHOOK)) {
                        webhook.send(fired(rule, firing));
                    }
                });
    }

    /** Reports the state of a firing between its actions. */
    static String tell(Webhook webhook, ActionHandler.Call call) {
        webhook.send(
                fired(
                        call.rule(),
                        new TriggerCounts.Firing(
                                Instant.now(),
                                call.monitor().label(),
                                Double.NaN,
                                call.shown(),
                                ActionResult.outcome(call.before()),
                                call.before())));
        return "";
    }

    private static WebhookEvent fired(Rule rule, TriggerCounts.Firing firing) {
        Map<String, String> data = new HashMap<>();
        data.put("rule", rule.name());
        data.put("condition", rule.condition().toString());
        data.put("value", firing.shown());
        data.put("outcome", firing.outcome().label());
        String actions =
                firing.actions().stream()
                        .map(WebhookWiring::words)
                        .collect(Collectors.joining("; "));
        data.put("actions", actions);
        return new WebhookEvent(
                "trigger-%d-%d".formatted(firing.at().toEpochMilli(), FIRINGS.incrementAndGet()),
                WebhookEvent.Kind.TRIGGER_FIRED,
                firing.at(),
                firing.target(),
                "%s on %s: %s%s"
                        .formatted(
                                rule.name(),
                                firing.target(),
                                firing.shown().isEmpty() ? "fired" : firing.shown(),
                                actions.isEmpty() ? "" : "; " + actions),
                firing.result(),
                data);
    }

    private static String words(ActionResult action) {
        String more = action.reason().isEmpty() ? action.result() : action.reason();
        return "%s %s%s"
                .formatted(
                        action.action().label(),
                        action.outcome().label(),
                        more.isEmpty() ? "" : " (" + more + ")");
    }

    private static WebhookEvent died(Postmortem postmortem) {
        Map<String, String> data = new HashMap<>();
        data.put("pid", Integer.toString(postmortem.target().pid()));
        data.put("reason", postmortem.reason().kind().label());
        data.put("certainty", postmortem.reason().certainty().label());
        postmortem.topClass().ifPresent(name -> data.put("topClass", name));
        if (!postmortem.kept().isEmpty()) {
            data.put("kept", String.join(", ", postmortem.kept()));
        }
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

    private static WebhookEvent failed(JobSnapshot job) {
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
