/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The schedule of retries for a target that could not start to record. If its JDK has Flight
 * Recorder but the starting JVM does not know it yet, retries follow soon, at most {@value
 * #MOST_SOON} times. Without Flight Recorder there is no retry; otherwise, retries follow later.
 * Not thread-safe.
 */
final class RecordingRetries {
    static final Duration SOON = Duration.ofSeconds(1);
    static final Duration LATER = Duration.ofMinutes(1);
    static final int MOST_SOON = 30;

    private final Supplier<Optional<Problem>> obstacle;
    private int soon;

    /**
     * @param obstacle detects without a command that the target has no Flight Recorder
     */
    RecordingRetries(Supplier<Optional<Problem>> obstacle) {
        this.obstacle = obstacle;
    }

    /** Time until the retry; empty: none. */
    Optional<Duration> after(ProblemException e) {
        if (e instanceof JfrCommands.UnknownCommand
                && soon < MOST_SOON
                && obstacle.get().isEmpty()) {
            soon++;
            return Optional.of(SOON);
        }
        return e.problem().kind() == Problem.Kind.REFUSED_BY_TARGET
                ? Optional.empty() // it has no Flight Recorder, or it doesn't start
                : Optional.of(LATER);
    }
}
