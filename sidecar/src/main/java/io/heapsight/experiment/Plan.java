/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.GarbageCount;
import io.heapsight.run.RunName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an experiment does.
 *
 * @param target the JVM that is meant, where there are several
 * @param warmUp between switching and recording
 * @param duration of a run
 * @param repetitions runs of each arm
 * @param garbage how objects are counted by class at the start and the stop of each run
 * @param restore what brings the first state back
 */
public record Plan(
        Optional<String> target,
        Duration warmUp,
        Duration duration,
        int repetitions,
        GarbageCount garbage,
        List<Arm> arms,
        Step restore) {
    /**
     * A state that is measured.
     *
     * @param name of its runs: {@code INFO#1}, {@code INFO#2}, …
     */
    public record Arm(String name, Step step) {}

    /** One run. */
    public record Turn(Arm arm, RunName run) {}

    public Plan {
        arms = List.copyOf(arms);
    }

    /**
     * The runs in their order: to and fro, A B B A A B …, so that a drift over time adds the same
     * to each arm.
     */
    public List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            for (Arm arm : repetition % 2 == 1 ? arms : arms.reversed()) {
                turns.add(new Turn(arm, new RunName(arm.name() + "#" + repetition)));
            }
        }
        return turns;
    }

    /** How long it takes, at least. */
    public Duration length() {
        return warmUp.plus(duration).multipliedBy((long) repetitions * arms.size());
    }

    /** Everything that is done to the target. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>(arms.stream().map(Arm::step).toList());
        steps.add(restore);
        return steps;
    }
}
