/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.SampleField;
import io.heapsight.report.RunReport;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import io.heapsight.unit.ProblemException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs whose container limit changes, as by {@code docker update}. */
class LimitsThatChangeTest {
    private static final double MEBIBYTE = 1 << 20;

    /** 100 s; the limits change at half time. It uses 400 MiB and then 500, half a CPU. */
    private static Run run(String name, double limitBefore, double limitAfter) {
        Run run = ExportJob.INFO.run(name, name.hashCode());
        long start = run.started().toEpochMilli();
        RunSamples.Builder samples = new RunSamples.Builder(1 << 24);
        for (int i = 0; i <= 100; i++) {
            boolean isLater = i > 50;
            samples.begin(start + 1000L * i);
            samples.put(
                    RunColumn.of(SampleField.CONTAINER_MEMORY_USAGE_BYTES),
                    (isLater ? 500 : 400) * MEBIBYTE);
            samples.put(
                    RunColumn.of(SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
                    (isLater ? limitAfter : limitBefore) * MEBIBYTE);
            samples.put(RunColumn.of(SampleField.CONTAINER_CPU_LIMIT_CORES), isLater ? 1 : 0.5);
            samples.put(RunColumn.of(SampleField.CPU_SECONDS), 0.375 * i);
            samples.put(RunColumn.of(SampleField.THREADS), name.hashCode());
        }
        return run.with(samples.build(), Optional.empty());
    }

    private static Comparison compare(Run base, Run candidate, Set<IntendedDifference> subjects)
            throws ProblemException {
        Comparison.Terms usual = Comparison.Terms.USUAL;
        return Comparison.between(
                Arm.of(List.of(MeasuredRun.alone(base))),
                Arm.of(List.of(MeasuredRun.alone(candidate))),
                new Comparison.Terms(subjects, usual.relevance(), usual.primary()));
    }

    private static double base(Comparison comparison, String metric) {
        return comparison.rows().stream()
                .filter(row -> row.metric().name().equals(metric))
                .findFirst()
                .orElseThrow()
                .base()
                .orElseThrow();
    }

    @Test
    void eachSampleIsMeasuredByItsOwnLimit() throws ProblemException {
        Comparison comparison = compare(run("A", 512, 1024), run("B", 512, 1024), Set.of());

        assertThat(base(comparison, "container.memory.of_limit"))
                .as("400 of 512 MiB, not 500 of 512")
                .isCloseTo(400.0 / 512, within(1e-9));
        assertThat(base(comparison, "cpu.of_limit"))
                .as("37.5 CPU seconds of the 75 that the limits allowed")
                .isCloseTo(0.5, within(0.01));
    }

    @Test
    void runWithChangedLimitIsNotComparableWithOneWithout() throws ProblemException {
        Comparison comparison = compare(run("A", 512, 512), run("B", 512, 1024), Set.of());

        assertThat(comparison.comparable()).isFalse();
        assertThat(comparison.warnings())
                .anyMatch(
                        text ->
                                text.contains(
                                        "the memory limit differs: 512.0 MiB / 512.0 MiB, then 1.0"
                                                + " GiB"));
    }

    @Test
    void comparisonNamesRunsWithChangedLimitAndMarksTheirCharts() throws Exception {
        Comparison comparison =
                compare(run("A", 512, 512), run("B", 512, 1024), Set.of(IntendedDifference.LIMITS));
        StringWriter page = new StringWriter();
        new ComparisonReport(comparison, 10).writeHtml(page);

        assertThat(comparison.comparable()).isTrue();
        assertThat(comparison.warnings())
                .anyMatch(
                        text ->
                                text.startsWith(
                                        "B: its memory limit rose from 512.0 MiB to 1.0 GiB at "));
        assertThat(page.toString())
                .contains("<title>B: memory limit rose from 512.0 MiB to 1.0 GiB</title>");
    }

    @Test
    void runReportsItsChangedLimit() throws Exception {
        Run run = run("A", 512, 1024);
        StringWriter json = new StringWriter();
        new RunReport(run).writeJson(json);

        String at = run.started().plusSeconds(51).toString();
        assertThat(new RunReport(run).text())
                .contains("memory limit rose from 512.0 MiB to 1.0 GiB at " + at)
                .contains("CPU limit rose from 0.5 CPUs to 1.0 CPUs at " + at);
        assertThat(json.toString())
                .contains("\"limit\":\"memory limit\",\"before\":536870912,\"after\":1073741824}");
    }
}
