/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.delivery;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.delivery.DeliveryCounts.Outcome;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Delivers items in order, on one thread. The queue is short; items that don't fit are dropped and
 * counted, so the caller never waits. Each outcome is logged.
 *
 * <p>Thread-safe.
 */
public final class DeliveryQueue<E> implements AutoCloseable {
    private static final int MOST_WAITING = 64;
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final String name;
    private final Sender<E> sender;
    private final Function<E, List<EventLog.Field>> shown;
    private final EventLog log;
    private final DeliveryCounts counts = new DeliveryCounts();
    private final CancelSignal cancel = new CancelSignal();
    private final BlockingQueue<E> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private @Nullable Thread thread;

    /** Delivers one item. */
    @FunctionalInterface
    public interface Sender<E> {
        /**
         * Tries until the item is delivered or all attempts have failed.
         *
         * @throws CancellationException if the sidecar ends
         */
        RetryingPost.Ended send(E item, CancelSignal cancel);
    }

    /**
     * Creates a queue; its thread starts with the first item.
     *
     * @param name of log messages: "webhook"
     * @param shown what the log shows of an item
     */
    public DeliveryQueue(
            String name, Sender<E> sender, Function<E, List<EventLog.Field>> shown, EventLog log) {
        this.name = name;
        this.sender = sender;
        this.shown = shown;
        this.log = log;
    }

    /** Counts of items by outcome. */
    public DeliveryCounts counts() {
        return counts;
    }

    /** Queues an item for delivery. Doesn't block. */
    public void add(E item) {
        if (cancel.isCancelled()) {
            return;
        }
        if (!waiting.offer(item)) {
            tell(item, Outcome.DROPPED, 0, "too many wait");
            return;
        }
        start();
    }

    /** Starts the thread at the first item: most sidecars never send one. */
    private synchronized void start() {
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("heapsight-" + name).start(this::deliverAll);
        }
    }

    private void deliverAll() {
        try {
            while (!cancel.isCancelled()) {
                deliver(waiting.take());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (CancellationException _) {
            return; // the sidecar ends
        }
    }

    private void deliver(E item) {
        try {
            RetryingPost.Ended ended = sender.send(item, cancel);
            tell(
                    item,
                    ended.isDelivered() ? Outcome.DELIVERED : Outcome.FAILED,
                    ended.attempts(),
                    ended.fault());
        } catch (CancellationException e) {
            throw e;
        } catch (OutOfMemoryError | RuntimeException e) {
            tell(item, Outcome.FAILED, 1, e.getClass().getSimpleName());
        }
    }

    private void tell(E item, Outcome outcome, int attempts, String fault) {
        counts.add(outcome);
        EventLog.Field[] fields =
                Stream.concat(
                                shown.apply(item).stream(),
                                Stream.of(
                                        field("outcome", outcome.label()),
                                        field("attempts", attempts),
                                        field("reason", fault.isEmpty() ? "none" : fault)))
                        .toArray(EventLog.Field[]::new);
        if (outcome == Outcome.DELIVERED) {
            log.info(name, fields);
        } else {
            log.warn(name, fields);
        }
    }

    /** Cancels the current delivery and drops waiting items. */
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
