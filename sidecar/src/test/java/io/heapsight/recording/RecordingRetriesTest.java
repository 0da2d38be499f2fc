/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Retries of recordings that a target refused. */
class RecordingRetriesTest {
    private static final Problem NONE = problem(Problem.Kind.REFUSED_BY_TARGET);

    private final ProblemException unknown =
            new JfrCommands.UnknownCommand(
                    NONE,
                    new AttachException(new AttachFailure.StepFailed("JFR.check", "of this test")));

    private static Problem problem(Problem.Kind kind) {
        return new Problem(kind, "No Flight Recorder", "In this test.", "None.");
    }

    @Test
    void startingJvmIsRetriedSoonButNotForEver() {
        RecordingRetries retries = new RecordingRetries(Optional::empty);

        for (int i = 0; i < RecordingRetries.MOST_SOON; i++) {
            assertThat(retries.after(unknown)).contains(RecordingRetries.SOON);
        }
        assertThat(retries.after(unknown)).isEmpty();
    }

    @Test
    void jdkWithoutFlightRecorderIsNotRetried() {
        assertThat(new RecordingRetries(() -> Optional.of(NONE)).after(unknown)).isEmpty();
        assertThat(new RecordingRetries(Optional::empty).after(new ProblemException(NONE)))
                .isEmpty();
    }

    @Test
    void transientFailureIsRetriedLater() {
        assertThat(
                        new RecordingRetries(Optional::empty)
                                .after(new ProblemException(problem(Problem.Kind.UNAVAILABLE))))
                .contains(RecordingRetries.LATER);
    }
}
