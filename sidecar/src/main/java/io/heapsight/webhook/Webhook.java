/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.webhook.WebhookCounts.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Sends events to the configured webhook, if there is one. One thread delivers them in order. The
 * queue is short; events that don't fit are dropped and counted, so the caller never waits.
 *
 * <p>Thread-safe.
 */
public final class Webhook implements AutoCloseable {
    private static final int MOST_WAITING = 64;
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Optional<WebhookSettings> settings;
    private final String pod;
    private final WebhookDelivery.Patience patience;
    private final InstantSource clock;
    private final EventLog log;
    private final WebhookCounts counts = new WebhookCounts();
    private final CancelSignal cancel = new CancelSignal();
    private final BlockingQueue<WebhookEvent> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private @Nullable Thread thread;

    /**
     * Creates a webhook; its thread starts with the first event.
     *
     * @param settings empty: events are dropped
     * @param pod the sender
     */
    public Webhook(
            Optional<WebhookSettings> settings, String pod, InstantSource clock, EventLog log) {
        this(settings, pod, WebhookDelivery.Patience.USUAL, clock, log);
    }

    Webhook(
            Optional<WebhookSettings> settings,
            String pod,
            WebhookDelivery.Patience patience,
            InstantSource clock,
            EventLog log) {
        this.settings = settings;
        this.pod = pod;
        this.patience = patience;
        this.clock = clock;
        this.log = log;
    }

    /** Counts of events by outcome. */
    public WebhookCounts counts() {
        return counts;
    }

    /** Queues an event for delivery. Doesn't block. */
    public void send(WebhookEvent event) {
        if (settings.isEmpty() || cancel.isCancelled()) {
            return;
        }
        if (!waiting.offer(event)) {
            tell(event, settings.get(), Outcome.DROPPED, 0, "too many events wait");
            return;
        }
        start(settings.get());
    }

    /** Starts the thread at the first event: most sidecars never send one. */
    private synchronized void start(WebhookSettings to) {
        if (thread == null) {
            thread =
                    Thread.ofPlatform()
                            .daemon()
                            .name("heapsight-webhook")
                            .start(() -> deliverAll(to));
        }
    }

    private void deliverAll(WebhookSettings to) {
        WebhookDelivery delivery = new WebhookDelivery(to, patience, clock);
        try {
            while (!cancel.isCancelled()) {
                deliver(waiting.take(), to, delivery);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (CancellationException _) {
            return; // the sidecar ends
        }
    }

    private void deliver(WebhookEvent event, WebhookSettings to, WebhookDelivery delivery) {
        try {
            WebhookDelivery.Ended ended = delivery.deliver(to.format().body(event, pod), cancel);
            tell(
                    event,
                    to,
                    ended.isDelivered() ? Outcome.DELIVERED : Outcome.FAILED,
                    ended.attempts(),
                    ended.fault());
        } catch (CancellationException e) {
            throw e;
        } catch (OutOfMemoryError | RuntimeException e) {
            tell(event, to, Outcome.FAILED, 1, e.getClass().getSimpleName());
        }
    }

    private void tell(
            WebhookEvent event, WebhookSettings to, Outcome outcome, int attempts, String fault) {
        counts.add(outcome);
        EventLog.Field[] fields = {
            field("event", event.id()),
            field("type", event.kind().type()),
            field("subject", event.subject()),
            field("host", to.url().host()),
            field("outcome", outcome.label()),
            field("attempts", attempts),
            field("reason", fault.isEmpty() ? "none" : fault)
        };
        if (outcome == Outcome.DELIVERED) {
            log.info("webhook", fields);
        } else {
            log.warn("webhook", fields);
        }
    }

    /** Cancels the current delivery and drops waiting events. */
    @Override
    public void close() {
        cancel.cancel();
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null) {
            running.interrupt();
            try {
                boolean _ = running.join(FAREWELL);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
