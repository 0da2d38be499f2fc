/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.compare.ProfiledRuns.Program;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileFrames;
import io.heapsight.run.Run;
import io.heapsight.run.RunProfile;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods behind a difference, for simulated runs with known truth. */
class FrameComparerTest {
    private static final int COMPARISONS = 200;

    /** Binomial(200, 0.05): 10, and three standard deviations more. */
    private static final int MOST_FALSE = 19;

    /** Runs that differ only in their profiles. */
    private static final double[] SAME = new double[SimulatedRuns.Factor.values().length];

    private static Run run(String arm, int number, int place, RunProfile profile) {
        String name = arm + "#" + number;
        Run made = SimulatedRuns.run(name, place, SAME, new SplittableRandom(place));
        return made.with(made.samples(), Optional.of(profile));
    }

    /** This many runs of each arm in ABBA order; only their profiles are compared. */
    private static FrameComparison compare(
            int runs, Program before, Program after, SplittableRandom random) {
        List<String> warnings = new ArrayList<>();
        FrameComparison frames = compare(runs, before, after, random, warnings);
        assertThat(warnings).isEmpty();
        return frames;
    }

    private static FrameComparison compare(
            int runs,
            Program before,
            Program after,
            SplittableRandom random,
            List<String> warnings) {
        List<MeasuredRun> first = new ArrayList<>();
        List<MeasuredRun> second = new ArrayList<>();
        for (int i = 0; i < 2 * runs; i++) {
            boolean isBase = i % 4 == 0 || i % 4 == 3;
            List<MeasuredRun> arm = isBase ? first : second;
            RunProfile profile = (isBase ? before : after).profile(random);
            Run run = run(isBase ? "A" : "B", arm.size() + 1, i, profile);
            arm.add(runs == 1 ? MeasuredRun.alone(run) : MeasuredRun.repeated(run));
        }
        Arm base = Arm.of(first);
        Arm candidate = Arm.of(second);
        ComparisonRowBuilder rows =
                new ComparisonRowBuilder(
                        new ComparabilityCheck(base, candidate, Set.of()),
                        List.of(),
                        RunOrder.of(base, candidate),
                        Comparison.Terms.USUAL);
        return FrameComparer.between(base, candidate, rows, warnings).orElseThrow();
    }

    private static Stream<ComparisonRow> rows(FrameComparison frames) {
        return Stream.of(List.of(frames.whole()), frames.self(), frames.total())
                .flatMap(List::stream);
    }

    private static int count(int runs, Program program, Predicate<ComparisonRow> wrong) {
        return IntStream.range(0, COMPARISONS)
                .parallel()
                .map(
                        i -> {
                            SplittableRandom random = new SplittableRandom(1_000_003L * i);
                            FrameComparison frames =
                                    compare(runs, program, program, random, new ArrayList<>());
                            return rows(frames).anyMatch(wrong) ? 1 : 0;
                        })
                .sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6})
    void equalArmsAreCalledChangedInOneOfTwentyAtMost(int runs) {
        Program program = Program.usual(0.3, 0.3, 0.1);
        assertThat(count(runs, program, row -> row.verdict().isDifference()))
                .isLessThanOrEqualTo(MOST_FALSE);
    }

    /** Two runs that vary only within themselves. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6})
    void equalRunsAreCalledDifferentInOneOfTwentyAtMost(double memory) {
        Program program = Program.usual(memory, 0.4, 0);
        assertThat(count(1, program, row -> row.verdict() == Verdict.DIFFERS))
                .isLessThanOrEqualTo(MOST_FALSE);
    }

    @ParameterizedTest
    @CsvSource({"4, WORSE", "6, WORSE", "1, DIFFERS"})
    void methodThatTakesMoreIsTheLargestIncreaseAndIsFound(int runs, Verdict verdict) {
        Program base = Program.usual(0.3, 0.2, 0.05);
        int found = 0;
        for (int i = 0; i < 20; i++) {
            FrameComparison frames =
                    compare(runs, base, base.with(7, 0.3), new SplittableRandom(i));
            ComparisonRow first = frames.self().getFirst();
            found += first.metric().words().equals("Work7") && first.verdict() == verdict ? 1 : 0;
            assertThat(first.change().orElseThrow().difference().value())
                    .isCloseTo(0.3, within(0.1));
        }
        assertThat(found).isGreaterThanOrEqualTo(19);
    }

    @Test
    void selfTimesAddUpToTheTotal() {
        double[] cores = {0.3, 0.2, 0.1};
        Program base = new Program(cores, 0, 0.1, 0);
        FrameComparison frames = compare(1, base, base.with(1, 0.2), new SplittableRandom(5));

        double sum =
                frames.self().stream()
                        .mapToDouble(row -> row.change().orElseThrow().difference().value())
                        .sum();
        assertThat(sum)
                .isCloseTo(
                        frames.whole().candidate().orElseThrow()
                                - frames.whole().base().orElseThrow(),
                        within(1e-9));
        assertThat(frames.whole().metric().unit()).isEqualTo(Metric.Unit.CORES);
    }

    /** A sampler of a few threads fills its ticks with the other methods when one is gone. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void figuresOfASamplerOfFewThreadsAreShares(int runs) {
        double[] cores = {0.3, 0.2, 0.1};
        Program base = new Program(cores, 0, 0.1, 0).by("jdk.ExecutionSample");
        List<String> warnings = new ArrayList<>();
        FrameComparison frames =
                compare(runs, base, base.with(1, 0.2), new SplittableRandom(5), warnings);

        assertThat(warnings)
                .containsExactly(
                        "The sampler of these profiles samples a few threads at a time: figures are"
                                + " shares of samples, not CPU time.");
        assertThat(frames.whole().metric().unit()).isEqualTo(Metric.Unit.RATIO);
        assertThat(frames.whole().base().orElseThrow()).isCloseTo(1, within(1e-9));
        assertThat(frames.self().getFirst().metric().words()).isEqualTo("Work1");
        assertThat(frames.self().getFirst().change().orElseThrow().difference().value())
                .isCloseTo(0.4 / 0.8 - 0.2 / 0.6, within(0.05));
    }

    @Test
    void equalArmsOfASamplerOfFewThreadsAreCalledChangedInOneOfTwentyAtMost() {
        Program varying = Program.usual(0.3, 0.3, 0.1).by("jdk.ExecutionSample");
        assertThat(count(4, varying, row -> row.verdict().isDifference()))
                .isLessThanOrEqualTo(MOST_FALSE);
        Program steady = Program.usual(0.3, 0.4, 0).by("jdk.ExecutionSample");
        assertThat(count(1, steady, row -> row.verdict() == Verdict.DIFFERS))
                .isLessThanOrEqualTo(MOST_FALSE);
    }

    @Test
    void rootFramesAndPassThroughFramesAreNotListed() {
        Program base = Program.usual(0.3, 0.2, 0.05);
        FrameComparison frames = compare(4, base, base.with(3, 0.1), new SplittableRandom(2));
        assertThat(frames.total())
                .extracting(row -> row.metric().words())
                .contains("Part3.do")
                .doesNotContain("Main.main", "Main.run", "Part3", "Work3");
    }

    @Test
    void runsWithoutProfileAreNamedAndArmsWithoutAnyNotJudged() throws ProblemException {
        Program program = Program.usual(0, 0.2, 0);
        SplittableRandom random = new SplittableRandom(3);
        ProfileFrames cpu = program.profile(random).frames();
        RunProfile alloc =
                new RunProfile(
                        ExportJob.START,
                        30,
                        "",
                        new ProfileFrames(
                                ProfileEvent.ALLOC,
                                "",
                                cpu.samples(),
                                cpu.blocks(),
                                cpu.frames(),
                                0));
        Arm base = Arm.of(List.of(MeasuredRun.alone(run("A", 1, 0, program.profile(random)))));
        Arm candidate = Arm.of(List.of(MeasuredRun.alone(run("B", 1, 1, alloc))));

        Comparison comparison = Comparison.between(base, candidate, Comparison.Terms.USUAL);

        assertThat(comparison.warnings()).contains("No profile of cpu is in B#1.");
        assertThat(comparison.frames().orElseThrow().self()).isEmpty();
        assertThat(comparison.frames().orElseThrow().whole().verdict())
                .isEqualTo(Verdict.NOT_COMPARABLE);
    }

    @Test
    void runsWithoutProfilesHaveNoSection() throws ProblemException {
        Arm base = Arm.of(List.of(MeasuredRun.alone(ExportJob.INFO.run("INFO", 1))));
        Arm candidate = Arm.of(List.of(MeasuredRun.alone(ExportJob.WARN.run("WARN", 2))));
        assertThat(Comparison.between(base, candidate, Comparison.Terms.USUAL).frames()).isEmpty();
    }
}
