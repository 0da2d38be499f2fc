/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The schedule for retrying a target that could not be made to record: soon, and at most {@value
 * #MOST_SOON} times, if its JDK has Flight Recorder and the starting JVM does not know it yet;
 * never if it has none; else later. Not thread-safe.
 */
final class Retries {
    static final Duration SOON = Duration.ofSeconds(1);
    static final Duration LATER = Duration.ofMinutes(1);
    static final int MOST_SOON = 30;

    private final Supplier<Optional<Problem>> obstacle;
    private int soon;

    /**
     * @param obstacle shows without a command that the target has no Flight Recorder
     */
    Retries(Supplier<Optional<Problem>> obstacle) {
        this.obstacle = obstacle;
    }

    /** After which time; empty: never. */
    Optional<Duration> after(ProblemException e) {
        if (e instanceof JfrCommands.UnknownCommand
                && soon < MOST_SOON
                && obstacle.get().isEmpty()) {
            soon++;
            return Optional.of(SOON);
        }
        return e.problem().kind() == Problem.Kind.REFUSED_BY_TARGET
                ? Optional.empty() // it has no Flight Recorder, or none that starts
                : Optional.of(LATER);
    }
}
