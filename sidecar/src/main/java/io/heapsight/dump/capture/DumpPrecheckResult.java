/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.unit.Problem;
import java.util.Optional;
import java.util.function.Function;

/**
 * The prediction for a dump, as far as possible without querying the target.
 *
 * @param way of the transfer
 * @param room free and needed space
 * @param noRoom the reason if the space is too small
 */
public record DumpPrecheckResult(Way way, String room, Optional<Problem> noRoom) {
    /** The way of the dump into a file of the sidecar. */
    public sealed interface Way {
        /** A conversion of the description, or of the problem. */
        <R> R either(Function<String, R> open, Function<Problem, R> closed);
    }

    /**
     * It would.
     *
     * @param description which way, and why that
     */
    public record Open(String description) implements Way {
        @Override
        public <R> R either(Function<String, R> open, Function<Problem, R> closed) {
            return open.apply(description);
        }
    }

    /** It would not. */
    public record Closed(Problem problem) implements Way {
        @Override
        public <R> R either(Function<String, R> open, Function<Problem, R> closed) {
            return closed.apply(problem);
        }
    }
}
