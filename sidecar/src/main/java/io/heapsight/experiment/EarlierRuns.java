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
 * Decides whether a plan may replace the runs that have its names: an experiment that ended before
 * its last run, by whatever cause, can be repeated at once.
 */
public final class EarlierRuns {
    /** The label of each run of an experiment. */
    public static final String LABEL = "experiment";

    /** How the label begins where the command line records: it may have been killed in a run. */
    public static final String COMMAND_LINE = "cli-";

    /**
     * A run that is kept.
     *
     * @param experiment its label {@value #LABEL}; empty: it was recorded by hand
     * @param over whether nothing is recorded into it any more
     */
    public record Kept(RunName name, Optional<String> experiment, boolean over) {}

    private EarlierRuns() {}

    /**
     * The runs to remove before the first one of a plan is recorded.
     *
     * @param kept all runs that are kept
     * @param all whether those of an experiment that came to its end are replaced, too, and the one
     *     that a command line records
     * @throws ProblemException 409 when one of them was recorded by hand, is being recorded, or
     *     belongs to an experiment that came to its end
     */
    public static List<RunName> replaced(Plan plan, Collection<Kept> kept, boolean all)
            throws ProblemException {
        List<RunName> names = plan.turns().stream().map(Plan.Turn::run).toList();
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
                "%s is kept already, and no experiment recorded it.".formatted(name),
                "Name the arm otherwise, or delete the run: heapsight run delete %s."
                        .formatted(name));
    }

    private static Problem recorded(RunName name) {
        return conflict(
                "%s is being recorded.".formatted(name),
                "Wait for that experiment, or cancel it. If its command was killed, add --replace.");
    }

    private static Problem ended(List<RunName> names) {
        return conflict(
                "All runs of this plan are kept: %s."
                        .formatted(
                                names.stream()
                                        .map(RunName::toString)
                                        .collect(Collectors.joining(", "))),
                "heapsight compare shows them. To record them anew, add --replace (?replace=true), or"
                        + " name the arms otherwise.");
    }

    private static Problem conflict(String detail, String remedy) {
        return new Problem(Problem.Kind.CONFLICT, "There is a run of that name", detail, remedy);
    }
}
