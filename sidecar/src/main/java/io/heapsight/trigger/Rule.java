/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.TargetSelector;
import java.util.List;

/**
 * A rule: actions, condition, targets and limits.
 *
 * @param name unique; for a trigger (see {@link TriggerParser}), its own text: {@code
 *     container_memory>90%:histogram}
 * @param target in the syntax of {@link TargetSelector}; "" for every target
 * @param actions in order; empty: notify only
 * @param line in the rules file, from 1; 0 for a trigger
 */
public record Rule(
        String name,
        String target,
        Condition condition,
        List<TriggerAction> actions,
        FiringLimits limits,
        int line) {
    public Rule {
        actions = List.copyOf(actions);
    }

    /** Returns whether it has the short form. */
    public boolean isTrigger() {
        return line == 0;
    }

    /** Returns whether it applies to a target. */
    boolean isFor(TargetJvm jvm) {
        return TargetSelector.parse(target).matches(jvm);
    }

    /** Returns why it does not apply to a target. */
    String notForThis() {
        return "it is for the target " + target;
    }

    /** Returns whether its condition uses a figure of the target's container. */
    public boolean isOfContainer() {
        return condition.subject().filter(RuleFigure::isOfContainer).isPresent();
    }

    /** Returns the caller in audit logs: "trigger container_memory>90%", "rule before-it-dies". */
    public String caller() {
        return isTrigger() ? "trigger " + name.substring(0, name.lastIndexOf(':')) : "rule " + name;
    }

    @Override
    public String toString() {
        return name;
    }
}
