/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.Row;
import io.heapsight.compare.Verdict;
import io.heapsight.run.RunJsonReader;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What logging costs, by one request: an experiment that starts the target's job, knows its end,
 * and compares. What it finds of each run is laid beside what the target measured itself.
 * -Dstory.records and -Dstory.repetitions make it longer.
 */
@NeedsDocker
class JobExperimentTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final int RECORDS = Integer.getInteger("story.records", 10_000);
    private static final int REPETITIONS = Integer.getInteger("story.repetitions", 4);
    private static final Duration PATIENCE =
            Duration.ofSeconds(60L + REPETITIONS * (RECORDS / 200L));

    /** A sample is taken a moment before the job begins, and another when its answer has come. */
    private static final double EDGE_SECONDS = 0.15;

    /** One job, by its own account. */
    private record Truth(
            double seconds, double cpuSeconds, double allocated, double bytes, int lines) {
        static Truth parse(String line) {
            double[] numbers =
                    Arrays.stream(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
            return new Truth(
                    numbers[0] / 1e9, numbers[1] / 1e9, numbers[2], numbers[3], (int) numbers[4]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"logback", "jul"})
    void experimentTellsWhatTheTargetMeasuredItself(String logger) throws Exception {
        TargetSpec service =
                TargetSpec.of(Jdk.JDK_21, "ExportService")
                        .withArguments(logger, Integer.toString(RECORDS))
                        .withFlags("-Xmx256m")
                        .under(TargetSpec.Parent.OUTPUT_TO_FILE)
                        .withMemory(512 * MEBIBYTE);
        try (TargetContainer target = TargetContainer.start(service)) {
            String host = target.exec("hostname", "-i").outOrThrow().strip();
            try (SidecarContainer sidecar =
                    SidecarContainer.start(
                            SidecarSpec.beside(target)
                                    .withDataVolume()
                                    .withEnvironment("HEAPSIGHT_EXPERIMENT_HOSTS", host))) {
                HttpCaller caller = sidecar.readyCaller();
                HttpResponse<String> begun = caller.post("/experiments", plan(host));
                assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
                String path = begun.headers().firstValue("Location").orElseThrow();
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> !caller.getJson(path).body().contains("\"running\""));
                assertThat(caller.getJson(path).body()).contains("\"done\"");

                String all =
                        new HttpCaller(URI.create("http://" + host + ":8080"), "")
                                .get("/truth")
                                .body();
                check(caller, all.lines().map(Truth::parse).toList());
            }
        }
    }

    private static String plan(String host) {
        return """
                repetitions: %2$d
                work:
                  start:
                    url: http://%1$s:8080/job
                  records: %3$d
                  warmUp: 1
                arms:
                  - name: INFO
                    switch: {url: 'http://%1$s:8080/loggers', body: INFO}
                  - name: WARN
                    switch: {url: 'http://%1$s:8080/loggers', body: WARN}
                """
                .formatted(host, REPETITIONS, RECORDS);
    }

    private static void check(HttpCaller caller, List<Truth> jobs)
            throws IOException, ProblemException {
        assertThat(jobs).as("each run's own, and one before it").hasSize(4 * REPETITIONS);
        List<MeasuredRun> info = new ArrayList<>();
        List<MeasuredRun> warn = new ArrayList<>();
        for (int number = 1; number <= REPETITIONS; number++) {
            info.add(run(caller, "INFO", number));
            warn.add(run(caller, "WARN", number));
        }
        Comparison comparison =
                Comparison.between(Arm.of(info), Arm.of(warn), Comparison.Terms.USUAL);
        String table =
                comparison.rows().stream()
                        .map(JobExperimentTest::line)
                        .collect(Collectors.joining("\n"));
        System.out.println(table);
        Map<String, Row> rows =
                comparison.rows().stream()
                        .collect(Collectors.toMap(row -> row.metric().name(), row -> row));
        for (int i = 0; i < 2 * REPETITIONS; i++) {
            int repetition = i / 2;
            boolean first = i % 2 == 0;
            boolean isWarn = repetition % 2 == 0 ? !first : first;
            checkRun(rows, isWarn, repetition, jobs.get(2 * i + 1));
        }
        for (String metric :
                List.of(
                        "duration",
                        "cpu.seconds",
                        "allocation.total",
                        "output.bytes",
                        "output.lines")) {
            assertThat(row(rows, metric).verdict())
                    .as("%s in\n%s", metric, table)
                    .isEqualTo(Verdict.BETTER);
        }
        assertThat(comparison.warnings()).as("nothing is wrong with any run").isEmpty();
    }

    private static void checkRun(
            Map<String, Row> rows, boolean isWarn, int repetition, Truth truth) {
        String what = (isWarn ? "WARN#" : "INFO#") + (repetition + 1) + ", " + truth;
        assertThat(value(rows, "duration", isWarn, repetition))
                .as(what)
                .isCloseTo(truth.seconds(), within(0.02 * truth.seconds() + EDGE_SECONDS));
        assertThat(value(rows, "cpu.seconds", isWarn, repetition))
                .as(what)
                .isCloseTo(truth.cpuSeconds(), within(0.02 * truth.cpuSeconds() + EDGE_SECONDS));
        assertThat(value(rows, "output.lines", isWarn, repetition))
                .as(what)
                .isEqualTo(truth.lines());
        assertThat(value(rows, "output.bytes", isWarn, repetition))
                .as(what)
                .isCloseTo(truth.bytes(), within(0.001 * truth.bytes() + 4096));
        assertThat(value(rows, "allocation.total", isWarn, repetition))
                .as(what)
                .isCloseTo(truth.allocated(), within(0.03 * truth.allocated() + 2 * MEBIBYTE));
    }

    private static double value(
            Map<String, Row> rows, String metric, boolean isWarn, int repetition) {
        Row.Values values = row(rows, metric).values();
        return (isWarn ? values.candidate() : values.base())[repetition];
    }

    private static Row row(Map<String, Row> rows, String metric) {
        return Objects.requireNonNull(rows.get(metric), metric);
    }

    private static MeasuredRun run(HttpCaller caller, String arm, int number) throws IOException {
        byte[] document =
                caller.getJson("/runs/" + arm + "%23" + number)
                        .body()
                        .getBytes(StandardCharsets.UTF_8);
        return MeasuredRun.repeated(RunJsonReader.read(new ByteArrayInputStream(document)));
    }

    private static String line(Row row) {
        return "%-30s %18.4f %18.4f  %s"
                .formatted(
                        row.metric().name(),
                        row.base().orElse(Double.NaN),
                        row.candidate().orElse(Double.NaN),
                        row.verdict().label());
    }
}
