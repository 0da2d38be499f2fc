/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.delivery.DeliveryCounts;
import io.heapsight.delivery.DeliveryQueue;
import io.heapsight.delivery.RetryingPost;
import io.heapsight.unit.EventLog;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Sends events to the configured webhook, if there is one. The caller never waits.
 *
 * <p>Thread-safe.
 */
public final class Webhook implements AutoCloseable {
    private final Optional<WebhookSettings> settings;
    private final DeliveryQueue<WebhookEvent> queue;

    /**
     * Creates a webhook; its thread starts with the first event.
     *
     * @param settings empty: events are dropped
     * @param pod the sender
     */
    public Webhook(
            Optional<WebhookSettings> settings, String pod, InstantSource clock, EventLog log) {
        this(settings, pod, RetryingPost.Patience.USUAL, clock, log);
    }

    Webhook(
            Optional<WebhookSettings> settings,
            String pod,
            RetryingPost.Patience patience,
            InstantSource clock,
            EventLog log) {
        this.settings = settings;
        queue =
                new DeliveryQueue<>(
                        "webhook",
                        (event, cancel) -> {
                            WebhookSettings to = settings.orElseThrow();
                            return new WebhookDelivery(to, patience, clock)
                                    .deliver(to.format().body(event, pod), cancel);
                        },
                        this::shown,
                        log);
    }

    /** Counts of events by outcome. */
    public DeliveryCounts counts() {
        return queue.counts();
    }

    /** Queues an event for delivery. Doesn't block. */
    public void send(WebhookEvent event) {
        if (settings.isPresent()) {
            queue.add(event);
        }
    }

    private List<EventLog.Field> shown(WebhookEvent event) {
        return List.of(
                field("event", event.id()),
                field("type", event.kind().type()),
                field("subject", event.subject()),
                field("host", settings.orElseThrow().url().host()));
    }

    /** Cancels the current delivery and drops waiting events. */
    @Override
    public void close() {
        queue.close();
    }
}
