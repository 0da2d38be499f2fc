/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs the captures of several rules on one target, one after the other: the cheapest one for the
 * target comes first, and among equals the first one queued. A rule keeps the order of its own
 * actions. Actions that capture nothing (upload, webhook) bypass the queue.
 *
 * <p>Thread-safe.
 */
final class CaptureQueue {
    /** The actions of one rule. */
    interface Firing {
        /** The next action; empty if all were run. */
        Optional<TriggerAction> next();

        /** Performs that action. Blocks. */
        void performNext();

        /** All actions were performed. */
        void end();
    }

    private static final Comparator<Firing> ORDER =
            Comparator.comparing(firing -> firing.next().orElseThrow().cost());

    private final Executor executor;
    private final List<Firing> waiting = new ArrayList<>();
    private boolean busy;

    /**
     * @param executor of the actions, which block
     */
    CaptureQueue(Executor executor) {
        this.executor = executor;
    }

    /** Adds all firings of one moment, before the first of them starts. Doesn't block. */
    void add(Collection<? extends Firing> firings) {
        firings.forEach(this::proceed);
        executor.execute(this::performAll);
    }

    /** Queues a firing for its next action. */
    private void proceed(Firing firing) {
        Optional<TriggerAction> next = firing.next();
        if (next.isPresent() && next.get().takes()) {
            synchronized (this) {
                waiting.add(firing);
            }
            return;
        }
        executor.execute(
                () -> {
                    if (next.isEmpty()) {
                        firing.end();
                        return;
                    }
                    firing.performNext();
                    proceed(firing);
                    performAll();
                });
    }

    /** Until nothing waits, or another thread does it. */
    private void performAll() {
        for (Firing firing = begin(); firing != null; firing = begin()) {
            try {
                firing.performNext();
            } finally {
                over();
            }
            proceed(firing);
        }
    }

    private synchronized @Nullable Firing begin() {
        if (busy || waiting.isEmpty()) {
            return null;
        }
        Firing first = waiting.stream().min(ORDER).orElseThrow();
        waiting.remove(first);
        busy = true;
        return first;
    }

    private synchronized void over() {
        busy = false;
    }
}
