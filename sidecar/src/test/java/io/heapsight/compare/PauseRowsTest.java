/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The rows of the longest stops of a run. */
class PauseRowsTest {
    private static final int SECONDS = 600;

    /** A run with one sample a second. */
    private static Run run(String name, SampleField field, IntToDoubleFunction value) {
        Run run = ExportJob.INFO.run(name, name.hashCode());
        RunSamples.Builder samples = new RunSamples.Builder(1 << 20);
        for (int i = 0; i <= SECONDS; i++) {
            samples.begin(run.started().toEpochMilli() + 1000L * i);
            samples.put(RunColumn.of(field), value.applyAsDouble(i));
        }
        return run.with(samples.build(), Optional.empty());
    }

    private static MetricValue figure(String metric, Run run) {
        return Metrics.ALL.get(Metrics.index(metric)).figure().apply(new SampleIntervals(run));
    }

    @Test
    void longestPauseIsTheMaximum() {
        Run run = run("A", SampleField.GC_LONGEST_PAUSE_SECONDS, i -> i == 300 ? 1.25 : 0.01);
        assertThat(figure("gc.pause.max", run)).isEqualTo(new MetricValue.Once(1.25));
        assertThat(figure("safepoint.max", run)).isEqualTo(MetricValue.Missing.NOT_RECORDED);
    }

    @Test
    void longestSafepointIsTheMaximum() {
        Run run = run("A", SampleField.SAFEPOINT_LONGEST_SECONDS, i -> i == 300 ? 0.5 : 0);
        assertThat(figure("safepoint.max", run)).isEqualTo(new MetricValue.Once(0.5));
    }

    @Test
    void runWithoutAPauseHasAMaximumOfZero() {
        Run run = run("A", SampleField.GC_LONGEST_PAUSE_SECONDS, _ -> 0);
        assertThat(figure("gc.pause.max", run)).isEqualTo(new MetricValue.Once(0));
    }

    @Test
    void percentileIsThatOfSamplesWithAPause() {
        Run run = run("A", SampleField.GC_LONGEST_PAUSE_SECONDS, i -> i % 3 == 0 ? i / 1000.0 : 0);
        assertThat(figure("gc.pause.p99", run).value()).isCloseTo(0.595, within(0.002));
    }

    @Test
    void percentileNeedsAHundredPauses() {
        Run run = run("A", SampleField.GC_LONGEST_PAUSE_SECONDS, i -> i % 7 == 0 ? 0.1 : 0);
        assertThat(figure("gc.pause.p99", run))
                .isEqualTo(new MetricValue.Missing("too few samples: 85, not 100"));
    }

    @Test
    void longerPausesOfRepeatedRunsAreWorse() throws ProblemException {
        Comparison comparison =
                Comparison.between(arm("A", 0.2), arm("B", 0.6), Comparison.Terms.USUAL);
        ComparisonRow row =
                comparison.rows().stream()
                        .filter(each -> each.metric().name().equals("gc.pause.max"))
                        .findFirst()
                        .orElseThrow();
        assertThat(row.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(row.evidence().family()).isEqualTo(ComparisonRow.Family.PRIMARY);
    }

    private static Arm arm(String name, double longest) {
        List<MeasuredRun> runs = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            double seconds = longest * (1 + 0.02 * i);
            runs.add(
                    MeasuredRun.repeated(
                            run(
                                    name + "#" + i,
                                    SampleField.GC_LONGEST_PAUSE_SECONDS,
                                    second -> second == 100 ? seconds : 0.01)));
        }
        return Arm.of(runs);
    }

    /** A file of an earlier release lacks the columns. */
    @Test
    void runWithoutTheColumnsHasNoneOfTheRows() {
        Run old = ExportJob.INFO.run("A", 1);
        for (String metric : List.of("gc.pause.max", "gc.pause.p99", "safepoint.max")) {
            assertThat(figure(metric, old)).isEqualTo(MetricValue.Missing.NOT_RECORDED);
        }
    }
}
