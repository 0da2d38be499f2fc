/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.unit.Problem;
import java.util.Optional;
import java.util.function.Function;

/**
 * What would become of a dump that were taken now, as far as that shows without asking the target.
 *
 * @param way by which it would come
 * @param room how much there is, for how much
 * @param noRoom why that is too little
 */
public record DumpPrecheckResult(Way way, String room, Optional<Problem> noRoom) {
    /** How the dump would come into a file of ours. */
    public sealed interface Way {
        /** What is made of the description, or of the problem. */
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
