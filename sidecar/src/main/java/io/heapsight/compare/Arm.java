/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.run.Run;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One arm of a comparison: its runs.
 *
 * @param name of the arm, or of its only run
 * @param runs at least one, ordered by number
 */
public record Arm(String name, List<MeasuredRun> runs) {
    private static final Comparator<MeasuredRun> BY_NAME =
            Comparator.comparing(run -> run.facts().name());

    public Arm {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("no run of " + name);
        }
        runs = runs.stream().sorted(BY_NAME).toList();
    }

    /** Creates an arm of the given runs, named after their arm or all their arms. */
    public static Arm of(List<MeasuredRun> runs) {
        String name =
                runs.size() == 1
                        ? runs.getFirst().facts().name().text()
                        : runs.stream()
                                .map(run -> run.facts().name().arm())
                                .distinct()
                                .collect(Collectors.joining("+"));
        return new Arm(name, runs);
    }

    /** Returns a copy without defective runs; with all of them if all are defective. */
    Arm withoutDefects() {
        List<MeasuredRun> sound = runs.stream().filter(run -> run.defect().isEmpty()).toList();
        return sound.isEmpty() || sound.size() == runs.size() ? this : new Arm(name, sound);
    }

    /** Returns whether it consists of pods that ran at the same time. */
    public boolean isOfPods() {
        return runs.getFirst().isPod();
    }

    boolean isRepeated() {
        return runs.size() > 1;
    }

    /** Returns the properties of the runs other than their metrics. */
    List<Run> facts() {
        return runs.stream().map(MeasuredRun::facts).toList();
    }
}
