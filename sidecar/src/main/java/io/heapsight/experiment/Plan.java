/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.profile.ProfileRequest;
import io.heapsight.run.GarbageMode;
import io.heapsight.run.RunName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The plan of an experiment: arms, order, steps, durations.
 *
 * @param target the JVM that is meant, where there are several
 * @param restart done before each run
 * @param ready what holds before each run once the target serves
 * @param warmUp between switching and recording
 * @param load what a run records
 * @param repetitions runs of each arm
 * @param lines where it is told how many lines have been logged, when counters don't know
 * @param garbage how objects are counted by class at the start and the stop of each run
 * @param profile what is profiled in each run, at the same moment
 * @param primary rows that the arms are compared for, named before they are measured; none for the
 *     usual ones
 * @param restore what brings the first state back
 */
public record Plan(
        Optional<String> target,
        Optional<Step> restart,
        Optional<Condition> ready,
        Duration warmUp,
        Load load,
        int repetitions,
        Optional<ReportedNumber> lines,
        GarbageMode garbage,
        Optional<ProfileRequest> profile,
        List<Arm> arms,
        List<String> primary,
        Step restore) {
    /**
     * A state that is measured.
     *
     * @param name of its runs: {@code INFO#1}, {@code INFO#2}, …
     */
    public record Arm(String name, Step step) {}

    /** What a run records. */
    sealed interface Load permits Period, Work {
        /** What it does to the target. */
        List<Step> steps();

        /** How long it takes, by which the progress is told. */
        Duration length();
    }

    /** So long, whatever the target does. */
    public record Period(Duration length) implements Load {
        @Override
        public List<Step> steps() {
            return List.of();
        }
    }

    /** One run. */
    public record Turn(Arm arm, RunName run) {}

    public Plan {
        arms = List.copyOf(arms);
        primary = List.copyOf(primary);
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

    /** How long it takes at least; nothing where jobs decide. */
    public Optional<Duration> leastLength() {
        return load instanceof Period ? Optional.of(length()) : Optional.empty();
    }

    /** By which the progress is told. */
    Duration length() {
        return turnLength().multipliedBy((long) repetitions * arms.size());
    }

    /** One run's part of it. */
    Duration turnLength() {
        return warmUp.plus(load.length());
    }

    /** Everything that is done to the target. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>(arms.stream().map(Arm::step).toList());
        steps.add(restore);
        steps.addAll(load.steps());
        lines.ifPresent(each -> steps.add(each.step()));
        restart.ifPresent(steps::add);
        ready.ifPresent(each -> steps.add(each.step()));
        return steps;
    }
}
