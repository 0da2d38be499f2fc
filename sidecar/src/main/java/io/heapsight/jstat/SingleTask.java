/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs tasks away from the caller's thread, never two at once. */
final class SingleTask {
    private final Executor executor;
    private final AtomicBoolean running = new AtomicBoolean();

    SingleTask(Executor executor) {
        this.executor = executor;
    }

    /** Begins a task, unless one still runs. */
    void begin(Runnable task) {
        if (!running.compareAndSet(false, true)) {
            return;
        }
        boolean begun = false;
        try {
            executor.execute(
                    () -> {
                        try {
                            task.run();
                        } finally {
                            running.set(false);
                        }
                    });
            begun = true;
        } finally {
            if (!begun) {
                running.set(false); // memory lacks for a thread
            }
        }
    }
}
