/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.http.ReplayedTarget;
import io.heapsight.job.JobKind;
import io.heapsight.job.Jobs;
import io.heapsight.jstat.Monitors;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.kept.StorageQuota;
import io.heapsight.postmortem.DeathCause;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.postmortem.SamplePostmortem;
import io.heapsight.trigger.ActionHandler;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RulesReader;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerSettings;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.unit.TestTime;
import io.heapsight.webhook.Webhook;
import io.heapsight.webhook.WebhookFormat;
import io.heapsight.webhook.WebhookSettings;
import io.heapsight.webhook.WebhookUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of triggers and jobs that the webhook receives. */
class WebhookWiringTest {
    @TempDir private Path data;

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final EventLog log =
            new EventLog(System.err::println, EventLog.Format.TEXT, InstantSource.system());
    private HttpServer server;
    private Webhook webhook;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    bodies.add(new String(body, StandardCharsets.UTF_8));
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        webhook =
                new Webhook(
                        Optional.of(
                                new WebhookSettings(
                                        WebhookUrl.parse(url),
                                        WebhookFormat.CLOUDEVENTS,
                                        Optional.empty(),
                                        List.of(),
                                        Optional.empty())),
                        "pod",
                        InstantSource.system(),
                        log);
    }

    @AfterEach
    void stop() {
        webhook.close();
        server.stop(0);
    }

    @Test
    void rulesReportTheirActionsAndFailures() throws Exception {
        List<Rule> rules =
                RulesReader.read(
                        """
                        rules:
                          - name: at-the-end
                            when: on start
                            actions: [garbage, heapdump]
                          - name: in-between
                            when: on start
                            actions: [heapdump, webhook, garbage]
                        """);
        Map<TriggerAction, ActionHandler> works = new EnumMap<>(TriggerAction.class);
        works.put(TriggerAction.HEAPDUMP, (_, _) -> "/jobs/4");
        works.put(
                TriggerAction.GARBAGE,
                (_, _) -> {
                    throw fault();
                });
        works.put(TriggerAction.WEBHOOK, (call, _) -> WebhookWiring.tell(webhook, call));
        TestTime time = new TestTime();
        TriggerSettings settings =
                new TriggerSettings(rules, Duration.ofMinutes(5), 6, StorageQuota.NONE);
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop");
                TriggerWatch watch =
                        new TriggerWatch(
                                settings, works, Runnable::run, data, time.clock, time.events)) {
            WebhookWiring.tell(webhook, watch);
            TargetMonitor monitor = Monitors.of(target, time.clock, time.events);
            Monitors.sample(monitor, time.clock);
            watch.sampled(monitor);
            Awaitility.await().until(() -> bodies.size() == 2);
        }
        assertThat(bodies)
                .allMatch(body -> body.contains("\"type\":\"io.heapsight.trigger.fired\""))
                .anyMatch(
                        body ->
                                body.contains("\"path\":\"/jobs/4\"")
                                        && body.contains(
                                                "\"actions\":\"garbage failed (The disk is full.);"
                                                        + " heapdump done (/jobs/4)\""))
                .anyMatch(body -> body.contains("\"actions\":\"heapdump done (/jobs/4)\""));
    }

    @Test
    void deathIsReportedOnceWithItsEvidence() throws Exception {
        PostmortemStore deaths = PostmortemStore.open(data, 2, log);
        SamplePostmortem.keep(deaths, SamplePostmortem.withEverything(SamplePostmortem.id(1)));
        try (Jobs jobs = Jobs.open(data, log, SteadyClock.system(log))) {
            WebhookWiring.tell(webhook, deaths, jobs);
            SamplePostmortem.keepMore(
                    deaths, SamplePostmortem.withEverything(SamplePostmortem.id(1)));
            SamplePostmortem.keep(
                    deaths, SamplePostmortem.bare(SamplePostmortem.id(2), DeathCause.Kind.KILLED));
            Awaitility.await().until(() -> bodies.size() >= 2);
        }
        assertThat(bodies).hasSize(2);
        assertThat(bodies.getFirst())
                .as("from before the first listener")
                .contains("\"path\":\"/postmortems/" + SamplePostmortem.id(1) + "\"")
                .contains("\"kept\":\"/threads/kept/20261121T221925120Z-7\"");
        assertThat(bodies.getLast()).contains("/postmortems/" + SamplePostmortem.id(2));
    }

    private static ProblemException fault() {
        return new ProblemException(
                Problem.Kind.NO_ROOM, "No room", "The disk is full.", "Make some");
    }

    @Test
    void failedJobsAreReported() throws Exception {
        SteadyClock clock = SteadyClock.system(log);
        try (Jobs jobs = Jobs.open(data, log, clock)) {
            WebhookWiring.tell(webhook, PostmortemStore.open(data, 1, log), jobs);
            String done = jobs.start(JobKind.UPLOAD, "fine", "test", job -> job.accepted()).id();
            jobs.await(done, new CancelSignal());
            jobs.start(
                    JobKind.UPLOAD,
                    "Shop",
                    "test",
                    job -> {
                        job.accepted();
                        throw fault();
                    });
            Awaitility.await().until(() -> !bodies.isEmpty());
        }
        assertThat(bodies).hasSize(1);
        assertThat(bodies.getFirst())
                .contains("\"type\":\"io.heapsight.job.failed\",\"subject\":\"Shop\"")
                .contains("The upload of Shop failed: No room", "\"remedy\":\"Make some\"");
    }
}
