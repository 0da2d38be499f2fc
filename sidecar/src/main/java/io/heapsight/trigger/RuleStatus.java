/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jvm.TargetJvm;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a rule.
 *
 * @param row its firings
 * @param targets its state on each target
 */
public record RuleStatus(TriggerCounts.Row row, List<OfTarget> targets) {
    public RuleStatus {
        targets = List.copyOf(targets);
    }

    /**
     * The state on a target.
     *
     * @param value of the condition's figure; NaN if missing
     * @param shown the value, formatted; "" if missing
     * @param since start of the time for which the condition holds
     * @param whyNot why it does not fire
     */
    public record OfTarget(
            TargetJvm jvm, double value, String shown, Optional<Instant> since, String whyNot) {}
}
