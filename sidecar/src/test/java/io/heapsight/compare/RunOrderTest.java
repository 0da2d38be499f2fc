/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.RunOrder.Kind;
import io.heapsight.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of runs by start time, independent of names. */
class RunOrderTest {
    private static RunOrder order(String letters, Run... last) {
        List<MeasuredRun> base = new ArrayList<>();
        List<MeasuredRun> candidate = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        double[] factors = new double[SimulatedRuns.Factor.values().length];
        for (int i = 0; i < letters.length(); i++) {
            boolean isBase = letters.charAt(i) == 'A';
            List<MeasuredRun> arm = isBase ? base : candidate;
            String name = (isBase ? "x-" : "a-") + (letters.length() - i);
            arm.add(MeasuredRun.repeated(SimulatedRuns.run(name, i, factors, random)));
        }
        Stream.of(last).map(MeasuredRun::repeated).forEach(base::add);
        return RunOrder.of(new Arm("base", base), new Arm("candidate", candidate));
    }

    @ParameterizedTest
    @CsvSource({
        "ABBAABBAABBA, PAIRS, 12",
        "BAABBAABBAAB, PAIRS, 12",
        "ABBAABABBABAAB, PAIRS, 14",
        "ABBAABBAABBAA, PAIRS, 12",
        "AABBAABBAABBAB, PAIRS, 12",
        "ABBAABBA, FEW_PAIRS, 8",
        "ABABABABABAB, TURNS, 12",
        "ABAABABBBA, TURNS, 10",
        "AABAABABBABB, ONE_AFTER_THE_OTHER, 12",
        "AAAABBBB, ONE_AFTER_THE_OTHER, 8",
        "BBBBBBAAAAAA, ONE_AFTER_THE_OTHER, 12",
        "AAABBBAAABBB, TURNS, 12",
        "ABBAAB, TOO_FEW, 6",
        "AAABAAAABAAB, TOO_FEW, 12"
    })
    void orderOfStartsTellsWhatCanBeInferred(String letters, Kind kind, int judged) {
        RunOrder order = order(letters);
        assertThat(order.kind()).isEqualTo(kind);
        assertThat(order.runs()).hasSize(judged);
    }

    @Test
    void valuesFollowTheOrderOfRunsNotOfNames() {
        assertThat(order("ABBAABBA").letters()).isEqualTo("ABBA ABBA");
    }

    @Test
    void runsThatStartTogetherHaveNoOrder() {
        SplittableRandom random = new SplittableRandom(1);
        double[] factors = new double[SimulatedRuns.Factor.values().length];
        List<MeasuredRun> base = new ArrayList<>();
        List<MeasuredRun> candidate = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            int at = i / 2;
            base.add(MeasuredRun.repeated(SimulatedRuns.run("A#" + i, at, factors, random)));
            candidate.add(MeasuredRun.repeated(SimulatedRuns.run("B#" + i, at, factors, random)));
        }
        assertThat(RunOrder.of(new Arm("A", base), new Arm("B", candidate)).kind())
                .isEqualTo(Kind.UNKNOWN);
    }

    /** A script starts runs beside pods one after the other, within a second. */
    @ParameterizedTest
    @CsvSource({"AAAABBBB", "ABBAABBAABBA", "ABABABAB", "BBBBBBAAAAAA"})
    void runsAtTheSameTimeAreNotOneAfterTheOther(String letters) {
        assertThat(simultaneous(letters, Duration.ofMillis(50)).kind()).isEqualTo(Kind.PARALLEL);
    }

    @Test
    void runsThatShareLittleTimeAreOneAfterTheOther() {
        assertThat(simultaneous("AAAABBBB", Duration.ofSeconds(6)).kind())
                .isEqualTo(Kind.ONE_AFTER_THE_OTHER);
    }

    @ParameterizedTest
    @CsvSource({"back, UNKNOWN", "forward, PAIRS"})
    void clockThatWasSetBackHidesTheOrder(String where, Kind kind) {
        SplittableRandom random = new SplittableRandom(1);
        double[] factors = new double[SimulatedRuns.Factor.values().length];
        Run told = SimulatedRuns.run("A#7", 12, factors, random);
        Run warned =
                with(
                        told,
                        told.started(),
                        List.of("the clock was set " + where + " by 3600 s, to …"));
        RunOrder order = order("ABBAABBAABBA", warned);
        assertThat(order.kind()).isEqualTo(kind);
    }

    /** Orders runs of a minute; each starts some time after the one before. */
    private static RunOrder simultaneous(String letters, Duration after) {
        SplittableRandom random = new SplittableRandom(1);
        double[] factors = new double[SimulatedRuns.Factor.values().length];
        List<MeasuredRun> base = new ArrayList<>();
        List<MeasuredRun> candidate = new ArrayList<>();
        for (int i = 0; i < letters.length(); i++) {
            Run run = SimulatedRuns.run("run-" + i, 0, factors, random);
            Run started = with(run, run.started().plus(after.multipliedBy(i)), List.of());
            (letters.charAt(i) == 'A' ? base : candidate).add(MeasuredRun.repeated(started));
        }
        return RunOrder.of(new Arm("base", base), new Arm("candidate", candidate));
    }

    /** The same run at another time, with other warnings. */
    private static Run with(Run run, Instant started, List<String> warnings) {
        return new Run(
                run.name(),
                run.target(),
                run.flags(),
                run.limits(),
                run.labels(),
                started,
                Optional.of(started.plus(run.duration())),
                run.samples(),
                run.marks(),
                run.heapAtStart(),
                run.heapAtStop(),
                run.profile(),
                warnings);
    }
}
