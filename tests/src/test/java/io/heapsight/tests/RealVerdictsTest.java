/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Verdict;
import io.heapsight.run.Run;
import io.heapsight.tests.JobExperiment.Level;
import io.heapsight.tests.JobExperiment.Told;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Real runs of one program without a difference, compared with each other in many ways: the rate of
 * tables with a false verdict. -Dverdicts.runs makes more of them than 8.
 */
@NeedsDocker
@Quiet
class RealVerdictsTest {
    private static final int RUNS = Integer.getInteger("verdicts.runs", 8);
    private static final int RECORDS = 5_000;
    private static final int SPLITS = 200;
    private static final int LEAST_JUDGED = 4;
    private static final Set<Verdict> JUDGED = EnumSet.of(Verdict.BETTER, Verdict.WORSE);

    @Test
    void runsOfOneProgramDoNotDiffer() throws Exception {
        List<Run> runs =
                new JobExperiment(
                                "logback",
                                RECORDS,
                                RUNS / 2,
                                new Level("A", "WARN"),
                                new Level("B", "WARN"))
                        .make().stream().map(Told::run).toList();

        List<Boolean> pairs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            for (int j = i + 1; j < RUNS; j++) {
                pairs.add(isFalse(List.of(runs.get(i)), List.of(runs.get(j))));
            }
        }
        assertThat(pairs).as("one run each").doesNotContain(true);
        int half = RUNS / 2;
        assertThat(isFalse(runs.subList(0, half), runs.subList(half, RUNS)))
                .as("one arm after the other")
                .isFalse();
        if (RUNS >= 4 * LEAST_JUDGED) {
            say("ABBA of 4 and 4", inTurns(runs, 2 * LEAST_JUDGED));
            say("ABBA of 6 and 6", inTurns(runs, 12));
            say("ABBA of all", inTurns(runs, RUNS));
            double dealt = say("dealt at random", dealt(runs));
            assertThat(dealt)
                    .as("false tables; splits of the same runs are not independent")
                    .isLessThanOrEqualTo(0.1);
        }
    }

    /** Each sequence of this many runs in the order of an experiment. */
    private static List<Boolean> inTurns(List<Run> runs, int length) throws ProblemException {
        List<Boolean> found = new ArrayList<>();
        for (int from = 0; from + length <= runs.size(); from += 2) {
            List<Run> base = new ArrayList<>();
            List<Run> candidate = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                (i % 4 == 0 || i % 4 == 3 ? base : candidate).add(runs.get(from + i));
            }
            found.add(isFalse(base, candidate));
        }
        return found;
    }

    private static List<Boolean> dealt(List<Run> runs) throws ProblemException {
        Random random = new Random(20_261_123);
        List<Boolean> found = new ArrayList<>();
        for (int i = 0; i < SPLITS; i++) {
            List<Run> shuffled = new ArrayList<>(runs);
            Collections.shuffle(shuffled, random);
            found.add(
                    isFalse(
                            shuffled.subList(0, runs.size() / 2),
                            shuffled.subList(runs.size() / 2, runs.size())));
        }
        return found;
    }

    /** Whether any row of the table has a verdict. */
    private static boolean isFalse(List<Run> base, List<Run> candidate) throws ProblemException {
        Comparison comparison = JobExperiment.compare(base, candidate);
        return comparison.rows().stream().map(ComparisonRow::verdict).anyMatch(JUDGED::contains);
    }

    private static double say(String what, List<Boolean> found) {
        double share = (double) Collections.frequency(found, true) / found.size();
        System.out.printf("%-20s %4d tables, %5.1f %% false%n", what, found.size(), 100 * share);
        return share;
    }
}
