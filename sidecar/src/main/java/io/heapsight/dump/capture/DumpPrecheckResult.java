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
    /** The transfer of the dump into a file of the sidecar. */
    public sealed interface Way {
        /** Converts the description or the problem. */
        <R> R either(Function<String, R> open, Function<Problem, R> closed);
    }

    /**
     * The dump would succeed.
     *
     * @param description of the transfer, with the reason for it
     */
    public record Open(String description) implements Way {
        @Override
        public <R> R either(Function<String, R> open, Function<Problem, R> closed) {
            return open.apply(description);
        }
    }

    /** The dump would fail. */
    public record Closed(Problem problem) implements Way {
        @Override
        public <R> R either(Function<String, R> open, Function<Problem, R> closed) {
            return closed.apply(problem);
        }
    }
}
