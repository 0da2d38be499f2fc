/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.run.Run;
import io.heapsight.run.RunName;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final double LEVEL = 0.05;

    private static Arm arm(String name, ExportJob job, int runs, long seed) {
        List<MeasuredRun> all = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
            all.add(
                    runs == 1
                            ? MeasuredRun.alone(job.run(name, seed + i))
                            : MeasuredRun.repeated(job.run(name + "#" + i, seed + i)));
        }
        return Arm.of(all);
    }

    private static Comparison compare(ExportJob base, ExportJob candidate, int runs)
            throws ProblemException {
        return Comparison.between(
                arm("INFO", base, runs, 100),
                arm("WARN", candidate, runs, 200),
                Comparison.Terms.USUAL);
    }

    private static ComparisonRow row(Comparison comparison, String metric) {
        return comparison.rows().stream()
                .filter(row -> row.metric().name().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    private static Verdict verdict(Comparison comparison, String metric) {
        return row(comparison, metric).verdict();
    }

    @Test
    void fourRunsOfEachShowTheEffectOfTheLogLevel() throws ProblemException {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 4);
        assertThat(comparison.comparable()).isTrue();
        for (String better :
                List.of(
                        "duration",
                        "cpu.seconds",
                        "cpu.utilisation",
                        "output.bytes",
                        "output.writes",
                        "allocation.total",
                        "allocation.rate",
                        "objects.bytes",
                        "unreachable.bytes",
                        "work.rate",
                        "work.cpu",
                        "work.output")) {
            assertThat(verdict(comparison, better)).as(better).isEqualTo(Verdict.BETTER);
        }
        for (String same :
                List.of(
                        "container.memory.mean",
                        "heap.after_gc.mean",
                        "gc.overhead",
                        "gc.pause.mean",
                        "threads.mean",
                        "metaspace.capacity",
                        "unreachable.share")) {
            assertThat(verdict(comparison, same)).as(same).isEqualTo(Verdict.NO_EVIDENCE);
        }
    }

    @Test
    void reversedArmsMakeTheSameRowsWorse() throws ProblemException {
        Comparison comparison = compare(ExportJob.WARN, ExportJob.INFO, 4);
        assertThat(verdict(comparison, "duration")).isEqualTo(Verdict.WORSE);
        assertThat(verdict(comparison, "output.bytes")).isEqualTo(Verdict.WORSE);
        assertThat(verdict(comparison, "work.rate")).isEqualTo(Verdict.WORSE);
    }

    @Test
    void shortJobsAreComparedByTheirTotals() throws ProblemException {
        Comparison comparison = compare(ExportJob.INFO.lasting(2), ExportJob.WARN.lasting(2), 6);
        assertThat(verdict(comparison, "cpu.seconds")).isEqualTo(Verdict.BETTER);
        assertThat(verdict(comparison, "output.bytes")).isEqualTo(Verdict.BETTER);
        assertThat(verdict(comparison, "allocation.total")).isEqualTo(Verdict.BETTER);
    }

    @Test
    void rowOfFewPairsGetsNoVerdictAndAffectsNoOther() throws ProblemException {
        Arm base = withoutOutput("INFO", ExportJob.INFO, 5);
        Arm candidate = withoutOutput("WARN", ExportJob.WARN, 6);
        Comparison comparison = Comparison.between(base, candidate, Comparison.Terms.USUAL);
        ComparisonRow output = row(comparison, "output.bytes");
        assertThat(output.verdict()).isEqualTo(Verdict.TOO_FEW_RUNS);
        assertThat(output.reason())
                .isEqualTo("only 4 pairs of runs have a value; a verdict needs 6");
        assertThat(output.change().orElseThrow().percent().orElseThrow().value())
                .isCloseTo(-99.7, within(0.1));
        assertThat(row(comparison, "rss.mean").evidence().leastPercent().orElseThrow())
                .isLessThan(10);
    }

    /** Six runs; one lacks the output figures. */
    private static Arm withoutOutput(String name, ExportJob job, int number) {
        List<MeasuredRun> runs = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            Run run = job.run(name + "#" + i, 31L * i + name.hashCode());
            runs.add(MeasuredRun.repeated(i == number ? ExportJob.withoutOutput(run) : run));
        }
        return Arm.of(runs);
    }

    @Test
    void figuresEqualThoseOfTheRuns() throws ProblemException {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 4);
        ComparisonRow cpu = row(comparison, "cpu.utilisation");
        assertThat(cpu.base().orElseThrow()).isCloseTo(1.4, within(0.1));
        assertThat(cpu.change().orElseThrow().percent().orElseThrow().value())
                .isCloseTo(-70, within(3.0));
        assertThat(row(comparison, "container.memory.of_limit").base().orElseThrow())
                .isCloseTo(340.0 / 512, within(0.06));
        assertThat(row(comparison, "gc.overhead").base().orElseThrow())
                .isCloseTo(0.02, within(0.004));
        assertThat(verdict(comparison, "gc.cpu.share"))
                .as("the program's CPU time fell")
                .isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(row(comparison, "gc.cpu.share").base().orElseThrow())
                .as("0.08 of 1.4 cores")
                .isCloseTo(0.057, within(0.012));
        assertThat(row(comparison, "gc.cpu").base().orElseThrow())
                .isCloseTo(4 * row(comparison, "gc.time").base().orElseThrow(), within(1e-6));
        assertThat(row(comparison, "gc.pause.mean").base().orElseThrow())
                .isCloseTo(0.02, within(0.001));
        assertThat(row(comparison, "heap.after_gc.mean").base().orElseThrow())
                .isCloseTo(90.0 * (1 << 20), within(1e6));
        assertThat(row(comparison, "work.output").base().orElseThrow())
                .isCloseTo(20.0 * (1 << 20) * 160 / 100_000, within(1500.0));
    }

    @Test
    void twoAgainstTwoCannotDecideAndSaysHowManyWould() throws ProblemException {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 2);
        ComparisonRow cpu = row(comparison, "cpu.seconds");
        assertThat(cpu.verdict()).isEqualTo(Verdict.TOO_FEW_RUNS);
        assertThat(cpu.reason()).contains("at least 4 runs of each arm");
        assertThat(cpu.change().orElseThrow().percent().orElseThrow().value())
                .isCloseTo(-74, within(3.0));
        assertThat(comparison.judged()).isFalse();
        assertThat(comparison.comparable()).isTrue();
        assertThat(comparison.warnings())
                .anyMatch(warning -> warning.startsWith("Too few runs: 2 of INFO and 2 of WARN."));
    }

    @Test
    void oneRunEachDescribesAndDoesNotJudge() throws ProblemException {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 1);
        ComparisonRow cpu = row(comparison, "cpu.utilisation");
        assertThat(cpu.verdict()).isEqualTo(Verdict.DIFFERS);
        assertThat(cpu.reason()).startsWith("differs in these two runs");
        assertThat(cpu.method()).contains("bootstrap", "one run each");
        assertThat(verdict(comparison, "gc.pause.mean")).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(verdict(comparison, "duration")).isEqualTo(Verdict.TOO_FEW_RUNS);
        assertThat(comparison.rows()).noneMatch(row -> row.verdict().isDifference());
        assertThat(comparison.judged()).isFalse();
        assertThat(comparison.warnings()).anyMatch(warning -> warning.startsWith("One run each"));
    }

    @Test
    void oneAgainstFourDescribes() throws ProblemException {
        Comparison comparison =
                Comparison.between(
                        new Arm("INFO", List.of(repeated(ExportJob.INFO, "INFO#1", 1))),
                        arm("WARN", ExportJob.WARN, 4, 200),
                        Comparison.Terms.USUAL);
        ComparisonRow cpu = row(comparison, "cpu.seconds");
        assertThat(cpu.verdict()).isEqualTo(Verdict.TOO_FEW_RUNS);
        assertThat(cpu.change().orElseThrow().hasInterval()).isFalse();
    }

    private static MeasuredRun repeated(ExportJob job, String name, long seed) {
        return MeasuredRun.repeated(job.run(name, seed));
    }

    @Test
    void duplicateRunIsRefused() {
        MeasuredRun run = repeated(ExportJob.INFO, "INFO#1", 1);
        MeasuredRun copy =
                MeasuredRun.repeated(ExportJob.INFO.run("INFO#1", 1).named(new RunName("WARN#1")));
        MeasuredRun other = repeated(ExportJob.INFO, "INFO#2", 2);
        assertThatThrownBy(
                        () ->
                                Comparison.between(
                                        Arm.of(List.of(run)),
                                        Arm.of(List.of(copy)),
                                        Comparison.Terms.USUAL))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("A run is listed twice");
        assertThatThrownBy(
                        () ->
                                Comparison.between(
                                        Arm.of(List.of(run, other, copy)),
                                        arm("WARN", ExportJob.WARN, 4, 200),
                                        Comparison.Terms.USUAL))
                .hasMessageContaining("INFO#1 and WARN#1");
    }

    @Test
    void irrelevantChangeIsEquivalent() throws ProblemException {
        Comparison.Terms terms =
                new Comparison.Terms(
                        Set.of(),
                        EquivalenceMargin.parse("5%,gc.pause.mean=0.1%"),
                        PrimaryMetrics.USUAL);
        Comparison comparison =
                Comparison.between(
                        arm("INFO", ExportJob.INFO, 6, 100),
                        arm("WARN", ExportJob.WARN, 6, 200),
                        terms);
        assertThat(verdict(comparison, "container.memory.mean")).isEqualTo(Verdict.EQUIVALENT);
        assertThat(verdict(comparison, "gc.pause.mean")).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(verdict(comparison, "cpu.seconds")).isEqualTo(Verdict.BETTER);
    }

    @Test
    void noEvidenceNamesTheSmallestDetectableChange() throws ProblemException {
        ComparisonRow row =
                row(compare(ExportJob.INFO, ExportJob.WARN, 6), "container.memory.mean");
        assertThat(row.verdict()).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(row.reason())
                .matches(
                        "may be chance: these runs cannot detect a (rise|fall) of less than [\\d.]+"
                                + " %");
        assertThat(row.evidence().leastPercent().orElseThrow()).isBetween(1.0, 10.0);
    }

    @Test
    void truncatedRunIsSkipped() throws ProblemException {
        List<MeasuredRun> runs = new ArrayList<>(arm("INFO", ExportJob.INFO, 4, 100).runs());
        runs.add(MeasuredRun.repeated(ExportJob.cutShort("INFO#5", 9)));
        Comparison comparison =
                Comparison.between(
                        Arm.of(runs), arm("WARN", ExportJob.WARN, 4, 200), Comparison.Terms.USUAL);
        assertThat(comparison.warnings())
                .contains(
                        "INFO#5 is excluded: it has no end: it was cut short, or is still"
                                + " running.");
        assertThat(comparison.base().runs()).hasSize(5);
        assertThat(row(comparison, "cpu.seconds").values().base()).hasSize(4);
        assertThat(verdict(comparison, "cpu.seconds")).isEqualTo(Verdict.BETTER);
    }

    @Test
    void anArmWithoutASoundRunIsNotComparable() throws ProblemException {
        Comparison comparison =
                Comparison.between(
                        Arm.of(List.of(MeasuredRun.alone(ExportJob.cutShort("INFO", 9)))),
                        Arm.of(List.of(MeasuredRun.alone(ExportJob.WARN.run("WARN", 3)))),
                        Comparison.Terms.USUAL);
        assertThat(comparison.comparable()).isFalse();
        assertThat(comparison.rows()).allMatch(row -> row.verdict() == Verdict.NOT_COMPARABLE);
    }

    @Test
    void anotherHeapLimitIsNotComparableUnlessItIsTheSubject() throws ProblemException {
        ExportJob larger = ExportJob.INFO.withHeap(512 << 20);
        Comparison comparison = compare(ExportJob.INFO, larger, 4);
        assertThat(comparison.comparable()).isFalse();
        assertThat(row(comparison, "cpu.seconds").reason()).contains("heap limit", "388.0 MiB");
        Comparison asked =
                Comparison.between(
                        arm("A", ExportJob.INFO, 4, 1),
                        arm("B", larger, 4, 50),
                        new Comparison.Terms(
                                Set.of(IntendedDifference.LIMITS),
                                EquivalenceMargin.NONE,
                                PrimaryMetrics.USUAL));
        assertThat(asked.comparable()).isTrue();
        assertThat(verdict(asked, "cpu.seconds")).isEqualTo(Verdict.NO_EVIDENCE);
    }

    @Test
    void muchShorterRunIsComparableOnlyWithEqualMarks() throws ProblemException {
        ExportJob fast = ExportJob.INFO.lasting(30);
        assertThat(compare(ExportJob.INFO, fast, 4).comparable()).isTrue();
        Comparison unmarked = compare(ExportJob.INFO.unmarked(), fast.unmarked(), 4);
        assertThat(unmarked.comparable()).isFalse();
        assertThat(row(unmarked, "duration").reason()).contains("much shorter", "subject=length");
    }

    @Test
    void anotherLoadIsNotComparable() throws ProblemException {
        ExportJob idle = ExportJob.INFO.allocating(1 << 20);
        Comparison comparison = compare(ExportJob.INFO.unmarked(), idle.unmarked(), 4);
        assertThat(row(comparison, "cpu.seconds").reason()).contains("load seems to differ");
        assertThat(compare(ExportJob.INFO, idle, 4).comparable()).isTrue();
    }

    @Test
    void classesShowGrowthFromStartToStop() throws ProblemException {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 4);
        ClassChange lines = comparison.classes().getFirst();
        assertThat(lines.name()).isEqualTo("com.acme.LogLine");
        assertThat(lines.kind()).isEqualTo(ClassChange.Kind.SHRANK);
        assertThat(lines.base().start().instances()).isEqualTo(100);
        assertThat(lines.base().stop().instances()).isEqualTo(1400);
        assertThat(lines.candidate().stop().instances()).isEqualTo(420);
        assertThat(lines.unreachableBytes()).isEqualTo((420 - 1400) * 32);
    }

    /** Eight of forty runs of one job at random: 5 per cent, and three standard deviations more. */
    @Test
    void equalArmsRarelyGetAVerdict() throws ProblemException {
        SplittableRandom random = new SplittableRandom(20261122);
        List<MeasuredRun> runs = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            runs.add(MeasuredRun.repeated(ExportJob.INFO.run("INFO#" + i, i)));
        }
        int splits = 200;
        int falseVerdicts = 0;
        for (int i = 0; i < splits; i++) {
            for (int k = 0; k < 8; k++) {
                Collections.swap(runs, k, k + random.nextInt(runs.size() - k));
            }
            Comparison comparison =
                    Comparison.between(
                            new Arm("A", runs.subList(0, 4)),
                            new Arm("B", runs.subList(4, 8)),
                            Comparison.Terms.USUAL);
            boolean any =
                    comparison.rows().stream()
                            .map(ComparisonRow::verdict)
                            .anyMatch(each -> each == Verdict.BETTER || each == Verdict.WORSE);
            falseVerdicts += any ? 1 : 0;
        }
        double bound = splits * LEVEL + 3 * Math.sqrt(splits * LEVEL * (1 - LEVEL));
        assertThat(falseVerdicts).isLessThanOrEqualTo((int) bound);
    }

    @SuppressWarnings("EnumOrdinal") // an array by factor
    private static MeasuredRun timed(String name, int place, double logDuration) {
        double[] factors = new double[SimulatedRuns.Factor.values().length];
        factors[SimulatedRuns.Factor.SECONDS.ordinal()] = logDuration;
        return MeasuredRun.repeated(
                SimulatedRuns.run(name, place, factors, new SplittableRandom(place)));
    }

    /** Six pairs in ABBA order, whose durations fell by 19 to 54 %. */
    private static Comparison sixPairsThatAllFell() throws ProblemException {
        double[] falls = {-0.776, -0.72, -0.66, -0.63, -0.58, -0.21};
        List<MeasuredRun> before = new ArrayList<>();
        List<MeasuredRun> after = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            boolean candidate = i % 4 == 1 || i % 4 == 2;
            int number = i / 2 + 1;
            (candidate ? after : before)
                    .add(
                            timed(
                                    (candidate ? "WARN#" : "INFO#") + number,
                                    i,
                                    candidate ? falls[i / 2] : 0));
        }
        return Comparison.between(Arm.of(before), Arm.of(after), Comparison.Terms.USUAL);
    }

    /** It was "no evidence", beside an interval without 0. */
    @Test
    void durationHalvedInSixPairsIsFound() throws ProblemException {
        ComparisonRow duration = row(sixPairsThatAllFell(), "duration");
        assertThat(duration.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(duration.evidence().family()).isEqualTo(ComparisonRow.Family.PRIMARY);
        assertThat(duration.evidence().p().orElseThrow()).isLessThanOrEqualTo(LEVEL);
        assertThat(duration.change().orElseThrow().percent().orElseThrow().high()).isNegative();
    }

    /** Runs of a fixed time: a faster version does 15 % more work with 15 % more CPU time. */
    @Test
    void totalsAreNotJudgedIfTheWorkDiffers() throws ProblemException {
        ExportJob faster = ExportJob.INFO.faster(1.15);
        Comparison comparison = compareWork(faster, 115_000);

        assertThat(comparison.comparable()).isTrue();
        for (String total : List.of("cpu.seconds", "allocation.total", "output.bytes")) {
            assertThat(row(comparison, total).reason())
                    .as(total)
                    .isEqualTo(
                            "not judged: the work differs by 15 %, see the rows per unit"
                                    + " of work");
        }
        assertThat(verdict(comparison, "work.rate")).isEqualTo(Verdict.BETTER);
        for (String judged : List.of("work.cpu", "work.output", "gc.pause.mean", "rss.mean")) {
            assertThat(verdict(comparison, judged)).as(judged).isEqualTo(Verdict.NO_EVIDENCE);
        }

        assertThat(verdict(compareWork(faster, 102_000), "cpu.seconds")).isEqualTo(Verdict.WORSE);
        assertThat(row(compareWork(faster, 125_000), "cpu.seconds").reason())
                .contains("the work differs: 100,000 and 125,000 units");
    }

    private static Comparison compareWork(ExportJob candidate, double records)
            throws ProblemException {
        List<MeasuredRun> runs = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            runs.add(
                    MeasuredRun.repeated(
                            ExportJob.marked(candidate.run("WARN#" + i, 200 + i), records)));
        }
        return Comparison.between(
                arm("INFO", ExportJob.INFO, 4, 100), Arm.of(runs), Comparison.Terms.USUAL);
    }

    @Test
    void garbageOfZgcIsMissing() {
        for (String metric :
                List.of(
                        "unreachable.bytes",
                        "unreachable.share",
                        "garbage.min.bytes",
                        "garbage.max.bytes")) {
            assertThat(missing(metric, "25.0.3", "ZGC generational"))
                    .contains("reachable objects only");
            assertThat(missing(metric, "25.0.3", "Shenandoah")).contains("reachable objects only");
            assertThat(missing(metric, "25.0.3", "G1")).isEmpty();
        }
        assertThat(missing("objects.bytes", "25.0.3", "ZGC generational")).isEmpty();
    }

    @Test
    void residentMemoryOfZgcWithoutGenerationsIsMissing() {
        String why = "the kernel counts ZGC's heap once per mapping";
        String with = "-XX:+ZGenerational";
        String without = "-XX:-ZGenerational";
        for (String metric : List.of("rss.mean", "rss.p95", "rss.peak")) {
            assertThat(missing(metric, "17.0.15", "ZGC")).isEqualTo(why);
            assertThat(missing(metric, "21.0.7", "ZGC", "-XX:+UseZGC")).isEqualTo(why);
            assertThat(missing(metric, "22.0.1", "ZGC", with, without)).isEqualTo(why);
            assertThat(missing(metric, "21.0.7", "ZGC generational", without, with)).isEmpty();
            assertThat(missing(metric, "23.0.2", "ZGC generational")).isEmpty();
            assertThat(missing(metric, "23.0.2", "ZGC", without)).isEqualTo(why);
            assertThat(missing(metric, "25.0.3", "ZGC generational")).isEmpty();
            assertThat(missing(metric, "17.0.15", "G1")).isEmpty();
        }
        assertThat(missing("container.memory.peak", "17.0.15", "ZGC")).isEmpty();
    }

    /** Without a container, resident memory would be primary. */
    @Test
    void residentMemoryThatCountsTheHeapTwiceIsNotPrimary() throws ProblemException {
        List<MeasuredRun> before = new ArrayList<>();
        List<MeasuredRun> after = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            before.add(MeasuredRun.repeated(ExportJob.INFO.run("INFO#" + i, 100 + i)));
            Run zgc = ExportJob.onJvm(ExportJob.INFO.run("WARN#" + i, 200 + i), "17.0.15", "ZGC");
            after.add(MeasuredRun.repeated(zgc));
        }
        ComparisonRow rss =
                row(
                        Comparison.between(Arm.of(before), Arm.of(after), Comparison.Terms.USUAL),
                        "rss.peak");
        assertThat(rss.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(rss.reason())
                .isEqualTo("candidate: the kernel counts ZGC's heap once per mapping");
        assertThat(rss.evidence().family()).isNotEqualTo(ComparisonRow.Family.PRIMARY);
    }

    /** Returns why a run lacks a metric; empty if it has the metric. */
    private static String missing(String metric, String jdk, String collector, String... flags) {
        Run run = ExportJob.onJvm(ExportJob.INFO.run("INFO", 1), jdk, collector, flags);
        return Metrics.ALL.get(Metrics.index(metric)).figure().apply(new SampleIntervals(run))
                        instanceof MetricValue.Missing why
                ? why.reason()
                : "";
    }

    /** Bytes per unit of work are shown as bytes if all runs do the same work. */
    @Test
    void namedRowsAndTheirSynonymsArePrimary() throws ProblemException {
        Comparison comparison =
                Comparison.between(
                        arm("INFO", ExportJob.INFO, 6, 100),
                        arm("WARN", ExportJob.WARN, 6, 200),
                        new Comparison.Terms(
                                Set.of(),
                                EquivalenceMargin.NONE,
                                new PrimaryMetrics(List.of(new MetricPattern("output.*")))));
        assertThat(comparison.rows())
                .allMatch(
                        row ->
                                (row.metric().name().startsWith("output.")
                                                || row.metric().name().equals("work.output"))
                                        == (row.evidence().family()
                                                == ComparisonRow.Family.PRIMARY));
    }

    @Test
    void fullerMetaspaceIsNeitherBetterNorWorse() throws ProblemException {
        for (ComparisonRow row : compare(ExportJob.INFO, ExportJob.WARN, 4).rows()) {
            if (row.metric().name().endsWith(".percent")) {
                assertThat(row.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
                assertThat(row.reason()).startsWith("for information");
            }
        }
        assertThat(
                        new ComparabilityCheck(
                                        arm("A", ExportJob.INFO, 4, 1),
                                        arm("B", ExportJob.INFO, 4, 9),
                                        Set.of())
                                .informationOnly(
                                        Metrics.ALL
                                                .get(Metrics.index("class_space.percent"))
                                                .metric()))
                .isPresent();
    }
}
