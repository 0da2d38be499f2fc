/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.query.Deadline;
import io.heapsight.heap.query.QueryTimeoutException;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Makes a problem of what goes wrong while an answer is read out of a dump and its index: what an
 * index that contradicts itself leads to is no bug of ours.
 */
final class GuardedAnswers {
    private static final double MILLIS = 1_000;

    private final String index;
    private final CancelSignal cancel;
    private Duration limit;

    /**
     * @param index as it is named in a problem
     * @param limit of an answer that is read in time
     */
    GuardedAnswers(String index, Duration limit, CancelSignal cancel) {
        this.index = index;
        this.limit = limit;
        this.cancel = cancel;
    }

    /** The same where another index is read, too. */
    GuardedAnswers andOf(Path other) {
        return new GuardedAnswers(index + " or " + other, limit, cancel);
    }

    /** Sets how long an answer may take that is read in time. */
    void limit(Duration atMost) {
        limit = atMost;
    }

    /**
     * Something that is read out of dump and index.
     *
     * @param <E> what else may go wrong
     */
    @FunctionalInterface
    interface Answer<T, E extends Exception> {
        T find() throws ProblemException, E;
    }

    /** Reads it. */
    <T, E extends Exception> T of(Answer<T, E> answer) throws ProblemException, E {
        try {
            return answer.find();
        } catch (IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException
                | NegativeArraySizeException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The index of the dump contradicts the dump",
                    index + ": it has been changed, or made by something else.",
                    "Remove it, and ask again: the dump is analysed anew.",
                    e);
        }
    }

    /** An answer for which the dump is read, and which may take only so long. */
    @FunctionalInterface
    interface TimedAnswer<T> {
        T find(Deadline deadline) throws ProblemException;
    }

    /**
     * Reads it.
     *
     * @param what "query"
     * @param remedy what asks for less
     */
    <T> T inTime(String what, String remedy, TimedAnswer<T> answer) throws ProblemException {
        Deadline deadline = new Deadline(cancel, limit);
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
