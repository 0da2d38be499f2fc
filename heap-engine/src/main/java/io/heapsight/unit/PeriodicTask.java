/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task again and again, in a thread of its own, until it is closed. The interval is the
 * pause between the end of one run and the start of the next.
 */
public final class PeriodicTask implements AutoCloseable {
    private final Thread.Builder builder;
    private final Task task;
    private final Consumer<Throwable> onFailure;
    private final CancelSignal cancel = new CancelSignal();
    private @Nullable Thread thread;

    /** What is run. */
    @FunctionalInterface
    public interface Task {
        void run() throws IOException;
    }

    /**
     * Makes a task that is not started yet.
     *
     * @param onFailure is told why a run failed, and must not throw; the next run comes all the
     *     same
     */
    public PeriodicTask(Thread.Builder builder, Task task, Consumer<Throwable> onFailure) {
        this.builder = builder;
        this.task = task;
        this.onFailure = onFailure;
    }

    /** Starts; the first run comes after one interval. */
    public void start(Duration interval) {
        start(interval, interval);
    }

    /**
     * Starts.
     *
     * @param delay before the first run
     */
    public void start(Duration delay, Duration interval) {
        thread = builder.start(() -> loop(delay, interval));
    }

    /** Is set by {@link #close}: a run that waits for something heeds it. */
    public CancelSignal cancel() {
        return cancel;
    }

    /** Cancels the run that is under way, and waits for its end. */
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
