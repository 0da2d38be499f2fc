/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task repeatedly, in its own thread, until it is closed. The interval is the pause between
 * the end of one run and the start of the next.
 */
public final class PeriodicTask implements AutoCloseable {
    private final Thread.Builder builder;
    private final Task task;
    private final Consumer<Throwable> onFailure;
    private final CancelSignal cancel = new CancelSignal();
    private @Nullable Thread thread;

    /** The work of one run. */
    @FunctionalInterface
    public interface Task {
        void run() throws IOException;
    }

    /**
     * Creates a task without starting it.
     *
     * @param onFailure receives the failure of a run, and must not throw; the next run follows as
     *     usual
     */
    public PeriodicTask(Thread.Builder builder, Task task, Consumer<Throwable> onFailure) {
        this.builder = builder;
        this.task = task;
        this.onFailure = onFailure;
    }

    /** Starts; the first run follows after one interval. */
    public void start(Duration interval) {
        start(interval, interval);
    }

    /**
     * Starts the task.
     *
     * @param delay before the first run
     */
    public void start(Duration delay, Duration interval) {
        thread = builder.start(() -> loop(delay, interval));
    }

    /** The signal that {@link #close} sets; a run that waits must check it. */
    public CancelSignal cancel() {
        return cancel;
    }

    /** Cancels the current run and waits for its end. */
    @Override
    public void close() {
        cancel.cancel();
        Thread running = thread;
        if (running != null) {
            try {
                running.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void loop(Duration delay, Duration interval) {
        try {
            cancel.pause(delay);
            while (true) {
                runOnce();
                cancel.pause(interval);
            }
        } catch (CancellationException _) {
            return; // closed
        }
    }

    private void runOnce() {
        try {
            task.run();
        } catch (IOException | RuntimeException | Error e) {
            onFailure.accept(e);
        }
    }
}
