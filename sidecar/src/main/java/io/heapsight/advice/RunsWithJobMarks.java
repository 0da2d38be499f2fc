/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunListEntry;
import io.heapsight.run.RunStore;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The latest runs of a target with job marks, oldest first.
 *
 * @param store of runs
 */
public record RunsWithJobMarks(RunStore store) implements Function<TargetJvm, List<Run>> {
    /** Maximum number of runs, since each is read completely. */
    private static final int MOST = 8;

    @Override
    public List<Run> apply(TargetJvm jvm) {
        List<Run> runs = new ArrayList<>();
        try {
            List<RunListEntry> entries =
                    store.list().stream()
                            .filter(entry -> entry.target().equals(jvm.name()))
                            .sorted(Comparator.comparing(RunListEntry::started))
                            .toList();
            for (RunListEntry entry :
                    entries.subList(Math.max(0, entries.size() - MOST), entries.size())) {
                Run run = store.read(entry.name());
                if (run.marks().stream().anyMatch(mark -> mark.kind() == ProgressMark.Kind.JOBS)) {
                    runs.add(run);
                }
            }
        } catch (IOException | ProblemException _) {
            return runs; // only the advice on jobs needs runs; it then waits for marks
        }
        return runs;
    }
}
