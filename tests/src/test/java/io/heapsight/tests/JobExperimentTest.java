/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Verdict;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.tests.JobExperiment.Level;
import io.heapsight.tests.JobExperiment.Told;
import io.heapsight.tests.JobExperiment.Truth;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The cost of logging, by one request: an experiment that starts the target's job, recognizes its
 * end, and compares. Its figures are compared with the target's own measurements. -Dstory.records
 * and -Dstory.repetitions make it longer.
 */
@NeedsDocker
@Quiet
@StartsFirst
class JobExperimentTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final int RECORDS = Integer.getInteger("story.records", 10_000);
    private static final int REPETITIONS = Integer.getInteger("story.repetitions", 4);

    /** Six of each need an idle machine; fewer run beside other tests. */
    private static final boolean ALONE = REPETITIONS >= 6;

    /** A run begins a moment before its job, and ends with the job's answer. */
    private static final double EDGE_SECONDS = ALONE ? 0.15 : 0.4;

    private static final double ALLOCATION = ALONE ? 0.03 : 0.1;
    private static final int LEVEL_PERCENT = ALONE ? 2 : 5;

    @ParameterizedTest
    @ValueSource(strings = {"logback", "jul"})
    void experimentTellsWhatTheTargetMeasuredItself(String logger) throws Exception {
        List<Told> told =
                new JobExperiment(
                                logger,
                                RECORDS,
                                REPETITIONS,
                                new Level("INFO", "INFO"),
                                new Level("WARN", "WARN"))
                        .make();

        List<Told> info = of("INFO", told);
        List<Told> warn = of("WARN", told);
        Comparison comparison = JobExperiment.compare(runs(info), runs(warn));
        String table = JobExperiment.table(comparison);
        System.out.println(logger + "\n" + table);
        Map<String, ComparisonRow> rows =
                comparison.rows().stream()
                        .collect(Collectors.toMap(row -> row.metric().name(), row -> row));
        for (int i = 0; i < REPETITIONS; i++) {
            check(rows, info.get(i), i, false);
            check(rows, warn.get(i), i, true);
            checkCollections(rows, info.get(i), i, false);
            checkCollections(rows, warn.get(i), i, true);
            checkLevels(rows, info.get(i), i, false);
            checkLevels(rows, warn.get(i), i, true);
        }
        List<String> judged =
                new ArrayList<>(
                        List.of("allocation.total", "output.bytes", "output.lines", "work.output"));
        if (ALONE) { // fewer runs detect no change on a busy machine
            judged.addAll(List.of("duration", "cpu.seconds", "work.cpu"));
        }
        for (String metric : judged) {
            assertThat(row(rows, metric).verdict())
                    .as("%s in\n%s", metric, table)
                    .isEqualTo(Verdict.BETTER);
        }
        assertThat(row(rows, "work.records").base()).hasValue(RECORDS);
    }

    @Test
    void jobThatIsTheTargetIsRecordedUntilItExits() throws Exception {
        TargetSpec job =
                TargetSpec.of(Jdk.JDK_21, "ExportService")
                        .withArguments("logback", Integer.toString(RECORDS))
                        .under(TargetSpec.Parent.RESTARTER);
        try (TargetContainer target = TargetContainer.start(job);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withDataVolume()
                                        .withEnvironment(
                                                "HEAPSIGHT_EXPERIMENT_HOSTS", target.address())
                                        .withEnvironment("HEAPSIGHT_SAMPLE_INTERVAL", "200ms"))) {
            HttpCaller caller = sidecar.readyCaller();
            JobExperiment.make(
                    caller,
                    """
                    repetitions: 1
                    ready:
                      url: http://%1$s:8080/truth
                    work:
                      start:
                        url: http://%1$s:8080/last
                      end:
                        exit: true
                      records: %2$d
                    arms:
                      - name: A
                        switch: {url: 'http://%1$s:8080/loggers', body: WARN}
                      - name: B
                        switch: {url: 'http://%1$s:8080/loggers', body: WARN}
                    """
                            .formatted(target.address(), RECORDS));

            List<Truth> truths =
                    target.output()
                            .lines()
                            .filter(line -> line.matches("\\d+( \\d+){11}"))
                            .map(Truth::parse)
                            .toList();
            assertThat(truths).hasSize(2);
            for (String arm : List.of("A", "B")) {
                Run run = JobExperiment.run(caller, arm, 1);
                Truth truth = truths.get(arm.equals("A") ? 0 : 1);
                assertThat(run.warnings()).as(arm).isEmpty();
                assertThat(run.duration().toMillis() / 1e3)
                        .as("%s, %s", arm, truth)
                        .isCloseTo(truth.seconds(), within(0.02 * truth.seconds() + 1));
                assertThat(run.samples().size()).isGreaterThan(5);
                assertThat(run.marks())
                        .extracting(ProgressMark::value)
                        .containsExactly(1.0 * RECORDS);
            }
        }
    }

    private static List<Told> of(String arm, List<Told> told) {
        return told.stream().filter(each -> each.run().name().text().startsWith(arm)).toList();
    }

    private static List<Run> runs(List<Told> told) {
        return told.stream().map(Told::run).toList();
    }

    private static void check(
            Map<String, ComparisonRow> rows, Told told, int run, boolean isCandidate) {
        Truth truth = told.truth();
        String what = told.run().name() + ", " + truth;
        assertThat(value(rows, "duration", run, isCandidate))
                .as(what)
                .isCloseTo(truth.seconds(), within(0.02 * truth.seconds() + EDGE_SECONDS));
        assertThat(value(rows, "cpu.seconds", run, isCandidate))
                .as(what)
                .isCloseTo(truth.cpuSeconds(), within(0.02 * truth.cpuSeconds() + EDGE_SECONDS));
        assertThat(value(rows, "output.lines", run, isCandidate)).as(what).isEqualTo(truth.lines());
        assertThat(value(rows, "output.bytes", run, isCandidate))
                .as(what)
                .isCloseTo(truth.bytes(), within(0.001 * truth.bytes() + 4096));
        assertThat(value(rows, "allocation.total", run, isCandidate))
                .as(what)
                .isCloseTo(
                        truth.allocated(), within(ALLOCATION * truth.allocated() + 2 * MEBIBYTE));
    }

    private static void checkCollections(
            Map<String, ComparisonRow> rows, Told told, int run, boolean isCandidate) {
        Truth truth = told.truth();
        String what = told.run().name() + ", " + truth;
        assertThat(value(rows, "gc.count", run, isCandidate))
                .as(what)
                .isCloseTo(truth.collections(), within(1.0)); // one may occur beside the job
        assertThat(value(rows, "gc.time", run, isCandidate))
                .as(what)
                .isCloseTo(
                        truth.collectionSeconds(),
                        within(0.02 * truth.collectionSeconds() + 0.005));
        assertThat(value(rows, "classes.loaded", run, isCandidate))
                .as(what)
                .isCloseTo(truth.classes(), withinPercentage(2));
    }

    private static void checkLevels(
            Map<String, ComparisonRow> rows, Told told, int run, boolean isCandidate) {
        Truth truth = told.truth();
        Map<String, Double> levels =
                Map.of(
                        "rss.mean", truth.residentMean(),
                        "metaspace.used", truth.metaspace(),
                        "heap.after_gc.max", truth.heapAfterCollection(),
                        "threads.peak", (double) truth.threads());
        levels.forEach(
                (metric, level) ->
                        assertThat(value(rows, metric, run, isCandidate))
                                .as("%s of %s, %s", metric, told.run().name(), truth)
                                .isCloseTo(level, withinPercentage(LEVEL_PERCENT)));
    }

    private static double value(
            Map<String, ComparisonRow> rows, String metric, int run, boolean isCandidate) {
        ComparisonRow.Values values = row(rows, metric).values();
        return (isCandidate ? values.candidate() : values.base())[run];
    }

    private static ComparisonRow row(Map<String, ComparisonRow> rows, String metric) {
        return Objects.requireNonNull(rows.get(metric), metric);
    }
}
