/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs the rows of a matrix at the same time, for tests that mostly wait. JUnit itself runs the
 * tests of an isolated class one after the other.
 */
public final class AtOnce {

    /** The test of a row. */
    @FunctionalInterface
    public interface RowTest<R> {
        void run(R row) throws Exception;
    }

    /** Limits the rows that work at a time, while the others wait. */
    public static final class Turns {
        private final Semaphore free;

        /** Lets so many rows work at a time. */
        public Turns(int most) {
            free = new Semaphore(most);
        }

        /** Waits for a turn and does the work in it. */
        public <T> T take(Callable<T> work) throws Exception {
            free.acquire();
            try {
                return work.call();
            } finally {
                free.release();
            }
        }
    }

    private AtOnce() {}

    /** Runs all rows, some at a time, and returns a test for each with its result. */
    public static <R> Stream<DynamicTest> run(int most, List<R> rows, RowTest<R> test) {
        List<Future<Void>> ended;
        try (ExecutorService threads = Executors.newFixedThreadPool(most)) {
            ended = rows.stream().map(row -> threads.submit(() -> runRow(test, row))).toList();
        }
        return IntStream.range(0, rows.size())
                .mapToObj(
                        i ->
                                DynamicTest.dynamicTest(
                                        rows.get(i).toString(), () -> result(ended.get(i))));
    }

    private static <R> Void runRow(RowTest<R> test, R row) throws Exception {
        test.run(row);
        return null;
    }

    private static void result(Future<Void> ended) throws Throwable {
        try {
            ended.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }
}
