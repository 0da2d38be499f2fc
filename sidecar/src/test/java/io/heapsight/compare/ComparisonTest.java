/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

    private static Comparison compare(ExportJob base, ExportJob candidate, int runs) {
        return Comparison.between(
                arm("INFO", base, runs, 100), arm("WARN", candidate, runs, 200), Set.of());
    }

    private static Row row(Comparison comparison, String metric) {
        return comparison.rows().stream()
                .filter(row -> row.metric().name().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    private static Verdict verdict(Comparison comparison, String metric) {
        return row(comparison, metric).verdict();
    }

    @Test
    void fourRunsOfEachTellWhatTheLogLevelChanged() {
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
            assertThat(verdict(comparison, same)).as(same).isEqualTo(Verdict.SAME);
        }
    }

    @Test
    void theOtherWayRoundTheSameRowsAreWorse() {
        Comparison comparison = compare(ExportJob.WARN, ExportJob.INFO, 4);
        assertThat(verdict(comparison, "duration")).isEqualTo(Verdict.WORSE);
        assertThat(verdict(comparison, "output.bytes")).isEqualTo(Verdict.WORSE);
        assertThat(verdict(comparison, "work.rate")).isEqualTo(Verdict.WORSE);
    }

    @Test
    void figuresAreThoseOfTheRuns() {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 4);
        Row cpu = row(comparison, "cpu.utilisation");
        assertThat(cpu.base().orElseThrow()).isCloseTo(1.4, within(0.1));
        assertThat(cpu.change().orElseThrow().percent().orElseThrow().value())
                .isCloseTo(-70, within(3.0));
        assertThat(row(comparison, "container.memory.of_limit").base().orElseThrow())
                .isCloseTo(340.0 / 512, within(0.06));
        assertThat(row(comparison, "gc.overhead").base().orElseThrow())
                .isCloseTo(0.02, within(0.004));
        assertThat(row(comparison, "gc.pause.mean").base().orElseThrow())
                .isCloseTo(0.02, within(0.001));
        assertThat(row(comparison, "heap.after_gc.mean").base().orElseThrow())
                .isCloseTo(90.0 * (1 << 20), within(1e6));
        assertThat(row(comparison, "work.output").base().orElseThrow())
                .isCloseTo(20.0 * (1 << 20) * 160 / 100_000, within(1500.0));
    }

    @Test
    void twoAgainstTwoCannotTellAndSaysHowManyMoreWould() {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 2);
        assertThat(row(comparison, "cpu.seconds").verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(row(comparison, "cpu.seconds").reason()).contains("p >= 0.33", "2 more");
        assertThat(comparison.warnings()).anyMatch(warning -> warning.contains("2 more"));
    }

    @Test
    void threeAgainstThreeNeedOneMore() {
        assertThat(row(compare(ExportJob.INFO, ExportJob.WARN, 3), "cpu.seconds").reason())
                .contains("1 more");
    }

    @Test
    void oneRunEachIsJudgedByItsSamplesAndSaysSo() {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 1);
        Row cpu = row(comparison, "cpu.utilisation");
        assertThat(cpu.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(cpu.method()).contains("bootstrap", "one run each");
        assertThat(verdict(comparison, "gc.pause.mean")).isEqualTo(Verdict.SAME);
        assertThat(row(comparison, "duration").reason()).contains("repeated runs");
        assertThat(comparison.warnings()).anyMatch(warning -> warning.startsWith("One run each"));
    }

    @Test
    void anotherHeapLimitIsNotComparableUnlessItIsTheSubject() {
        ExportJob larger = ExportJob.INFO.withHeap(512 << 20);
        Comparison comparison = compare(ExportJob.INFO, larger, 4);
        assertThat(comparison.comparable()).isFalse();
        assertThat(row(comparison, "cpu.seconds").reason()).contains("heap limit", "388.0 MiB");
        Comparison asked =
                Comparison.between(
                        arm("A", ExportJob.INFO, 4, 1),
                        arm("B", larger, 4, 50),
                        Set.of(Subject.LIMITS));
        assertThat(asked.comparable()).isTrue();
        assertThat(verdict(asked, "cpu.seconds")).isEqualTo(Verdict.SAME);
    }

    @Test
    void aMuchShorterRunIsNotComparableUnlessMarksTellThatTheWorkIsTheSame() {
        ExportJob fast = ExportJob.INFO.lasting(30);
        assertThat(compare(ExportJob.INFO, fast, 4).comparable()).isTrue();
        Comparison unmarked = compare(ExportJob.INFO.unmarked(), fast.unmarked(), 4);
        assertThat(unmarked.comparable()).isFalse();
        assertThat(row(unmarked, "duration").reason()).contains("much shorter", "subject=length");
    }

    @Test
    void anotherLoadIsNotComparable() {
        ExportJob idle = ExportJob.INFO.allocating(1 << 20);
        Comparison comparison = compare(ExportJob.INFO.unmarked(), idle.unmarked(), 4);
        assertThat(row(comparison, "cpu.seconds").reason()).contains("load seems to differ");
        assertThat(compare(ExportJob.INFO, idle, 4).comparable()).isTrue();
    }

    @Test
    void classesTellWhatGrewFromStartToStop() {
        Comparison comparison = compare(ExportJob.INFO, ExportJob.WARN, 4);
        ClassChange lines = comparison.classes().getFirst();
        assertThat(lines.name()).isEqualTo("com.acme.LogLine");
        assertThat(lines.kind()).isEqualTo(ClassChange.Kind.SHRANK);
        assertThat(lines.base().start().instances()).isEqualTo(100);
        assertThat(lines.base().stop().instances()).isEqualTo(1400);
        assertThat(lines.candidate().stop().instances()).isEqualTo(420);
        assertThat(lines.unreachableBytes()).isEqualTo((420 - 1400) * 32);
    }

    /** Of forty runs of one job eight at random: 5 per cent, and three standard deviations more. */
    @Test
    void theSameAgainstTheSameGivesHardlyEverAVerdict() {
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
                            Set.of());
            boolean any =
                    comparison.rows().stream()
                            .map(Row::verdict)
                            .anyMatch(each -> each == Verdict.BETTER || each == Verdict.WORSE);
            falseVerdicts += any ? 1 : 0;
        }
        double bound = splits * LEVEL + 3 * Math.sqrt(splits * LEVEL * (1 - LEVEL));
        assertThat(falseVerdicts).isLessThanOrEqualTo((int) bound);
    }
}
