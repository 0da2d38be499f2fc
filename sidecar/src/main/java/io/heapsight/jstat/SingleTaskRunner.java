/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs tasks outside the caller's thread, one at a time. */
final class SingleTaskRunner {
    private final Executor executor;
    private final AtomicBoolean running = new AtomicBoolean();

    SingleTaskRunner(Executor executor) {
        this.executor = executor;
    }

    /** Starts a task, unless one is still running. */
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
                running.set(false); // not enough memory for a thread
            }
        }
    }
}
