/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.run.RunListEntry;
import io.heapsight.run.RunName;
import io.heapsight.run.RunStore;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the stored runs of an arm, and compares arms. */
public final class StoredRunComparer {
    /** Maximum number of runs that a problem lists. */
    private static final int MOST_NAMES = 20;

    private final RunStore store;

    public StoredRunComparer(RunStore store) {
        this.store = store;
    }

    /**
     * Compares two arms; reads one run at a time.
     *
     * @param base name of an arm, for all its runs, or full name of one run
     * @param candidate the same
     * @throws ProblemException if a run does not exist, or can't be read
     */
    public Comparison compare(String base, String candidate, Comparison.Terms terms)
            throws ProblemException, IOException {
        List<RunName> kept = store.list().stream().map(RunListEntry::name).toList();
        List<RunName> before = find(base, kept);
        List<RunName> after = find(candidate, kept);
        boolean alone = before.size() == 1 && after.size() == 1;
        return Comparison.between(read(before, alone), read(after, alone), terms);
    }

    private Arm read(List<RunName> names, boolean alone) throws ProblemException {
        List<MeasuredRun> runs = new ArrayList<>();
        for (RunName name : names) {
            runs.add(
                    alone
                            ? MeasuredRun.alone(store.read(name))
                            : MeasuredRun.repeated(store.read(name)));
        }
        return Arm.of(runs);
    }

    private static List<RunName> find(String wanted, List<RunName> kept) throws ProblemException {
        List<RunName> found =
                kept.stream()
                        .filter(name -> name.text().equals(wanted) || name.arm().equals(wanted))
                        .toList();
        if (found.isEmpty()) {
            throw new ProblemException(none(wanted, kept));
        }
        return found;
    }

    private static Problem none(String wanted, List<RunName> kept) {
        String names =
                kept.stream()
                        .limit(MOST_NAMES)
                        .map(RunName::text)
                        .collect(Collectors.joining(", "));
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "Unknown run",
                "No run or arm is called %s. Stored runs: %s."
                        .formatted(wanted, names.isEmpty() ? "none" : names),
                "PUT /runs/NAME records a run, PUT /runs/NAME/import imports an exported one.");
    }
}
