/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A condition that is polled until it holds.
 *
 * @param status required of the answer; default: 200 to 299, or exit code 0
 * @param contains a text required in the answer
 */
record PollCondition(Step step, OptionalInt status, Optional<String> contains) {
    /** Checks once; returns the reason if it doesn't hold, as after a failed query. */
    Optional<String> whyNot(Duration most) {
        StepRunner.Answer answer;
        try {
            answer = StepRunner.ask(step, most);
        } catch (ProblemException e) {
            return Optional.of(e.problem().detail()); // a starting service refuses connections
        }
        boolean right = status.isPresent() ? answer.code() == status.getAsInt() : answer.isGood();
        if (!right) {
            return Optional.of("%s: %s.".formatted(step, answer.shownCode()));
        }
        return contains.filter(text -> !answer.text().contains(text))
                .map(text -> "%s: the answer does not contain %s.".formatted(step, text));
    }
}
