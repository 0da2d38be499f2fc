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
 * Runs the captures of several rules on one target, one after the other. The capture with the
 * lowest cost for the target is first, and among equals the one queued first. A rule keeps the
 * order of its own actions. Actions without a capture (upload, webhook) bypass the queue.
 *
 * <p>Thread-safe.
 */
final class CaptureQueue {
    /** The actions of one rule. */
    interface Firing {
        /** Returns the next action; empty after the last one. */
        Optional<TriggerAction> next();

        /** Performs the next action. Blocks. */
        void performNext();

        /** Ends the firing after all actions. */
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

    /** Adds all firings of one moment, before the first one starts. Doesn't block. */
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

    /** Performs actions until none waits, or another thread performs them. */
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
