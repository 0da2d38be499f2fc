/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.TargetSelector;
import java.util.List;

/**
 * A rule: actions, condition, targets and limits.
 *
 * @param name unique; a {@link Trigger} is its own name: {@code container_memory>90%:histogram}
 * @param target in the syntax of {@link TargetSelector}; "" for every one
 * @param actions in this order; none: notify only
 * @param line in the rules file, from 1; 0 for a trigger
 */
public record Rule(
        String name,
        String target,
        Condition condition,
        List<TriggerAction> actions,
        Limits limits,
        int line) {
    public Rule {
        actions = List.copyOf(actions);
    }

    /** Whether it is written in the short form. */
    public boolean isTrigger() {
        return line == 0;
    }

    /** Whether it is for a target. */
    boolean isFor(TargetJvm jvm) {
        return TargetSelector.parse(target).matches(jvm);
    }

    /** Why it rests on a target that it is not for. */
    String notForThis() {
        return "it is for the target " + target;
    }

    /** Whether its condition is about the target's container. */
    public boolean isOfContainer() {
        return condition.subject().filter(Figure::isOfContainer).isPresent();
    }

    /** For audit logs: "trigger container_memory>90%", "rule before-it-dies". */
    public String caller() {
        return isTrigger() ? "trigger " + name.substring(0, name.lastIndexOf(':')) : "rule " + name;
    }

    @Override
    public String toString() {
        return name;
    }
}
