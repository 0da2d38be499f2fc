/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.profile.ProfileRequest;
import io.heapsight.run.GarbageCountMethod;
import io.heapsight.run.RunName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The plan of an experiment: arms, order, steps, durations.
 *
 * @param target selects a JVM if there are several
 * @param restart runs before each run
 * @param ready condition of a target that is ready for requests
 * @param warmUp between switching and recording
 * @param load the content of a run
 * @param repetitions runs of each arm
 * @param lines reports the number of logged lines, if counters don't show it
 * @param garbage method for counting objects by class at the start and the stop of each run
 * @param profile of each run, at the same moment
 * @param primary primary rows, chosen before measuring; empty for the default ones
 * @param restore steps that restore the first state
 */
public record ExperimentPlan(
        Optional<String> target,
        Optional<Step> restart,
        Optional<PollCondition> ready,
        Duration warmUp,
        Load load,
        int repetitions,
        Optional<ReportedNumber> lines,
        GarbageCountMethod garbage,
        Optional<ProfileRequest> profile,
        List<Arm> arms,
        List<String> primary,
        Step restore) {
    /**
     * A measured state.
     *
     * @param name of its runs: {@code INFO#1}, {@code INFO#2}, …
     */
    public record Arm(String name, Step step) {}

    /** The content of a run. */
    sealed interface Load permits Period, MeasuredJob {
        /** Returns the steps that change the target. */
        List<Step> steps();

        /** Returns the estimated length, for progress. */
        Duration length();
    }

    /** A run of fixed length. */
    public record Period(Duration length) implements Load {
        @Override
        public List<Step> steps() {
            return List.of();
        }
    }

    /** One run. */
    public record Turn(Arm arm, RunName run) {}

    public ExperimentPlan {
        arms = List.copyOf(arms);
        primary = List.copyOf(primary);
    }

    /**
     * Returns the runs in order, A B B A A B …, so that a drift over time affects each arm equally.
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

    /** Returns the minimum length; empty if jobs determine it. */
    public Optional<Duration> leastLength() {
        return load instanceof Period ? Optional.of(length()) : Optional.empty();
    }

    /** Returns the label in progress messages. */
    Duration length() {
        return turnLength().multipliedBy((long) repetitions * arms.size());
    }

    /** Returns the estimated length of one run. */
    Duration turnLength() {
        return warmUp.plus(load.length());
    }

    /** Returns all steps that change the target. */
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
