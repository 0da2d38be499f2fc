/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.parallel;

import io.heapsight.heap.memory.BudgetExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs the work of a phase on a fixed number of threads. The first failure of any of them fails the
 * phase.
 */
public final class WorkerThreads implements AutoCloseable {
    private final int size;
    private final ExecutorService threads;

    /** One thread's share of a phase. */
    @FunctionalInterface
    public interface Work {
        void run(int worker) throws BudgetExceededException;
    }

    public WorkerThreads(int size) {
        this.size = size;
        this.threads =
                Executors.newFixedThreadPool(
                        size, Thread.ofPlatform().daemon().name("analysis-", 0).factory());
    }

    public int size() {
        return size;
    }

    /**
     * Computes the start of a worker's part of this many things; for the number after the last
     * worker, the end of all parts.
     */
    public int share(int worker, int things) {
        return (int) ((long) things * worker / size);
    }

    /** Runs the work once for each worker, and waits for all of them. */
    public void run(Work work) throws BudgetExceededException {
        List<Future<?>> shares = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int worker = i;
            shares.add(
                    threads.submit(
                            () -> {
                                work.run(worker);
                                return null;
                            }));
        }
        @Nullable Throwable failure = null;
        for (Future<?> share : shares) {
            @Nullable Throwable own = failureOf(share);
            failure = failure == null ? own : failure;
        }
        rethrow(failure);
    }

    /**
     * Waits for a worker, even if interrupted, so that no memory is released that a worker still
     * reads. The cancel signal ends the work soon.
     */
    private static @Nullable Throwable failureOf(Future<?> share) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    share.get();
                    return null;
                } catch (ExecutionException e) {
                    return e.getCause();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** No pattern switch: the JVM generates a class for each at its first use, in 20 ms. */
    private static void rethrow(@Nullable Throwable failure) throws BudgetExceededException {
        if (failure instanceof BudgetExceededException tooLarge) {
            throw tooLarge;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
