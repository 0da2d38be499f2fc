/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Writes all recordings on a thread that runs while there is data to write. Queues data up to a
 * limit while the disk blocks.
 */
final class RunWriterThread implements AutoCloseable {
    /**
     * Work without a result.
     *
     * @param <E> type of its failure
     */
    @FunctionalInterface
    interface Step<E extends Exception> {
        void run() throws E;
    }

    /**
     * Work with a result.
     *
     * @param <T> type of the result
     * @param <E> type of its failure
     */
    @FunctionalInterface
    interface Supply<T, E extends Exception> {
        T get() throws E;
    }

    private static final int MOST_WAITING = 1000;
    private static final int IDLE_SECONDS = 10;
    private static final int PATIENCE_SECONDS = 30;

    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(MOST_WAITING),
                    Thread.ofPlatform().name("heapsight-runs").daemon().factory());

    RunWriterThread() {
        thread.allowCoreThreadTimeOut(true);
    }

    /** Queues work; drops it if the queue is full, so that a sample is missing. */
    void submit(Runnable work) {
        try {
            thread.execute(work);
        } catch (RejectedExecutionException _) {
            return;
        }
    }

    /** Runs work after the queued work, and waits for its end. */
    <E extends Exception> void call(Step<E> work) throws E {
        get(
                () -> {
                    work.run();
                    return true;
                });
    }

    /** Runs work after the queued work, and returns its result. */
    @SuppressWarnings("unchecked") // the work throws no other checked exception
    <T, E extends Exception> T get(Supply<T, E> work) throws E {
        Future<T> future = thread.submit(work::get);
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException bug -> throw bug;
                case Error bug -> throw bug;
                case Exception failure -> throw (E) failure;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /** Runs the queued work, and ends the thread. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
