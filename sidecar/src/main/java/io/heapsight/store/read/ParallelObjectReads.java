/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads many small objects over several connections. */
final class ParallelObjectReads {
    private static final int CONNECTIONS = 8;

    private ParallelObjectReads() {}

    /**
     * Reads the objects of one item.
     *
     * @param <T> type of the items
     * @param <R> type of the results
     */
    @FunctionalInterface
    interface Reading<T, R> {
        R read(T item) throws StoreFailure;
    }

    /**
     * Returns the results in the order of the items.
     *
     * @throws StoreFailure the first one; the other reads are interrupted
     */
    static <T, R> List<R> all(List<T> items, Reading<T, R> reading) throws StoreFailure {
        List<R> results = new ArrayList<>();
        try (ExecutorService readers = Executors.newFixedThreadPool(CONNECTIONS)) {
            List<Future<R>> running = new ArrayList<>();
            for (T each : items) {
                running.add(readers.submit(() -> reading.read(each)));
            }
            try {
                for (Future<R> each : running) {
                    results.add(each.get());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof StoreFailure failure) {
                    throw failure;
                }
                throw new IllegalStateException("reading a small object", e.getCause());
            } finally {
                readers.shutdownNow();
            }
        }
        return results;
    }
}
