/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.RunName;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides whether a plan may replace stored runs that have the names of its own runs. An experiment
 * that ended before its last run, for any reason, can be repeated without cleaning up.
 */
public final class RunReplacementPolicy {
    /** The label of each run of an experiment. */
    public static final String LABEL = "experiment";

    /**
     * Prefix of the label of recordings by the command line, which may have been killed during a
     * run.
     */
    public static final String COMMAND_LINE = "cli-";

    /**
     * A stored run.
     *
     * @param experiment its label {@value #LABEL}; empty if it was recorded manually
     * @param over whether its recording has ended
     */
    public record Kept(RunName name, Optional<String> experiment, boolean over) {}

    private RunReplacementPolicy() {}

    /**
     * Returns the runs to remove before the first run of a plan.
     *
     * @param kept all stored runs
     * @param all whether to replace runs of a completed experiment, and runs that a command line is
     *     recording
     * @throws ProblemException 409 if one of them was recorded manually, is being recorded, or
     *     belongs to a completed experiment
     */
    public static List<RunName> replaced(ExperimentPlan plan, Collection<Kept> kept, boolean all)
            throws ProblemException {
        List<RunName> names = plan.turns().stream().map(ExperimentPlan.Turn::run).toList();
        List<Kept> same = kept.stream().filter(run -> names.contains(run.name())).toList();
        List<RunName> replaced = new ArrayList<>();
        for (Kept run : same) {
            if (run.experiment().isEmpty()) {
                throw new ProblemException(byHand(run.name()));
            }
            if (!run.over() && !(all && isOfCommandLine(run))) {
                throw new ProblemException(recorded(run.name()));
            }
            replaced.add(run.name());
        }
        if (!all && replaced.size() == names.size()) {
            throw new ProblemException(ended(names));
        }
        return replaced;
    }

    private static boolean isOfCommandLine(Kept run) {
        return run.experiment().filter(id -> id.startsWith(COMMAND_LINE)).isPresent();
    }

    private static Problem byHand(RunName name) {
        return conflict(
                "%s exists already, and was not recorded by an experiment.".formatted(name),
                "Rename the arm, or delete the run: heapsight run delete %s.".formatted(name));
    }

    private static Problem recorded(RunName name) {
        return conflict(
                "%s is being recorded.".formatted(name),
                "Wait for that experiment, or cancel it. If its command was killed, add"
                        + " --replace.");
    }

    private static Problem ended(List<RunName> names) {
        return conflict(
                "All runs of this plan exist already: %s."
                        .formatted(
                                names.stream()
                                        .map(RunName::toString)
                                        .collect(Collectors.joining(", "))),
                "heapsight compare shows them. To record them again, add --replace"
                        + " (?replace=true), or rename the arms.");
    }

    private static Problem conflict(String detail, String remedy) {
        return new Problem(Problem.Kind.CONFLICT, "A run with that name exists", detail, remedy);
    }
}
