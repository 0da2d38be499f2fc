/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import io.heapsight.explore.query.QuerySyntaxException;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heapdump.HeapDumpException.Reason;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.unit.ProblemException;
import java.util.Objects;

/** Translates the engine's exceptions into those of the API. */
final class ExceptionTranslator {
    private ExceptionTranslator() {}

    /**
     * Work of the engine.
     *
     * @param <T> its result
     * @param <E> other exceptions that it may throw
     */
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T run() throws ProblemException, HeapDumpException, E;
    }

    static <T, E extends Exception> T translated(Work<T, E> work) throws HeapDumpException, E {
        try {
            return work.run();
        } catch (HprofFormatException e) {
            throw new HeapDumpException(Reason.NOT_A_HEAP_DUMP, message(e), e);
        } catch (QuerySyntaxException e) {
            throw new HeapDumpException(Reason.BAD_QUERY, message(e), e);
        } catch (ProblemException e) {
            throw new HeapDumpException(reason(e), message(e), e);
        }
    }

    private static String message(Exception e) {
        return Objects.requireNonNullElse(e.getMessage(), "");
    }

    private static Reason reason(ProblemException e) {
        return switch (e.problem().kind()) {
            case NOT_FOUND -> Reason.NOT_FOUND;
            case TIMED_OUT -> Reason.TIMED_OUT;
            case BAD_REQUEST ->
                    e.getCause() instanceof BudgetExceededException
                            ? Reason.NO_ROOM
                            : Reason.NOT_A_HEAP_DUMP;
            default -> Reason.NO_ROOM;
        };
    }
}
