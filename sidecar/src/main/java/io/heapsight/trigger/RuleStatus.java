/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.target.TargetJvm;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a rule stands.
 *
 * @param row what became of it
 * @param targets how it stands on each target that is followed
 */
public record RuleStatus(TriggerCounts.Row row, List<OfTarget> targets) {
    public RuleStatus {
        targets = List.copyOf(targets);
    }

    /**
     * How it stands on a target.
     *
     * @param value of the condition's figure; NaN when there is none
     * @param shown the value for people; "" when there is none
     * @param since when the condition holds
     * @param whyNot why it does not fire
     */
    public record OfTarget(
            TargetJvm jvm, double value, String shown, Optional<Instant> since, String whyNot) {}
}
