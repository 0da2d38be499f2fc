/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.query.QueryDeadline;
import io.heapsight.heap.query.QueryTimeoutException;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Converts the exceptions of answers from a dump and its index into problems for the user. A
 * corrupt index is not a bug of heapsight.
 */
final class ExplorerExceptionMapper {
    private static final double MILLIS = 1_000;

    private final String index;
    private final CancelSignal cancel;
    private Duration limit;

    /**
     * @param index its name in a problem
     * @param limit time limit of answers that have one
     */
    ExplorerExceptionMapper(String index, Duration limit, CancelSignal cancel) {
        this.index = index;
        this.limit = limit;
        this.cancel = cancel;
    }

    /** Returns a converter for answers that also read another index. */
    ExplorerExceptionMapper andOf(Path other) {
        return new ExplorerExceptionMapper(index + " or " + other, limit, cancel);
    }

    /** Sets the limit of answers with a time limit. */
    void limit(Duration atMost) {
        limit = atMost;
    }

    /**
     * An answer from dump and index.
     *
     * @param <E> other exceptions that it may throw
     */
    @FunctionalInterface
    interface Answer<T, E extends Exception> {
        T find() throws ProblemException, E;
    }

    /** Computes an answer. */
    <T, E extends Exception> T of(Answer<T, E> answer) throws ProblemException, E {
        try {
            return answer.find();
        } catch (IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException
                | NegativeArraySizeException e) {
            throw new DamagedIndexException(index, e);
        }
    }

    /** An answer that reads the dump, with a time limit. */
    @FunctionalInterface
    interface TimedAnswer<T> {
        T find(QueryDeadline deadline) throws ProblemException;
    }

    /**
     * Computes an answer within the time limit.
     *
     * @param what "query"
     * @param remedy advice for a smaller answer
     */
    <T> T inTime(String what, String remedy, TimedAnswer<T> answer) throws ProblemException {
        QueryDeadline deadline = new QueryDeadline(cancel, limit);
        try {
            return of(() -> answer.find(deadline));
        } catch (QueryTimeoutException e) {
            throw new ProblemException(
                    Problem.Kind.TIMED_OUT,
                    "The " + what + " took too long",
                    String.format(
                            Locale.ROOT,
                            "It was not done after %.1f s.",
                            limit.toMillis() / MILLIS),
                    remedy + "; heapsight heap --timeout 5m gives it more time.",
                    e);
        }
    }
}
