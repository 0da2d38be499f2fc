/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.run.Run;
import io.heapsight.run.RunJsonReader;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
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
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * An experiment of a sidecar with the jobs of com.acme.ExportService: two arms in ABBA order, and a
 * warm-up job before each run.
 *
 * @param logger logback or jul
 * @param records of a job
 * @param repetitions runs of each arm
 */
record JobExperiment(String logger, int records, int repetitions, Level first, Level second) {
    private static final long MEBIBYTE = 1 << 20;
    private static final double NANOS = 1e9;
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    /** An arm: its name and its log level. */
    record Level(String name, String level) {}

    /** One job, by the target's own measurement. */
    record Truth(
            double seconds,
            double cpuSeconds,
            double allocated,
            double bytes,
            int lines,
            int collections,
            double collectionSeconds,
            int classes,
            double residentMean,
            double metaspace,
            double heapAfterCollection,
            int threads) {
        static Truth parse(String line) {
            double[] numbers =
                    Arrays.stream(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
            return new Truth(
                    numbers[0] / NANOS,
                    numbers[1] / NANOS,
                    numbers[2],
                    numbers[3],
                    (int) numbers[4],
                    (int) numbers[5],
                    numbers[6] / 1e3,
                    (int) numbers[7],
                    numbers[8],
                    numbers[9],
                    numbers[10],
                    (int) numbers[11]);
        }
    }

    /** A run, and the target's measurement of its job. */
    record Told(Run run, Truth truth) {}

    /** Runs the experiment; returns its runs in their order. */
    List<Told> make() throws IOException {
        TargetSpec service =
                TargetSpec.of(Jdk.JDK_21, "ExportService")
                        .withArguments(logger, Integer.toString(records))
                        .withFlags("-Xmx256m")
                        .under(TargetSpec.Parent.OUTPUT_TO_FILE)
                        .withMemory(512 * MEBIBYTE);
        try (TargetContainer target = TargetContainer.start(service);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withDataVolume()
                                        .withEnvironment(
                                                "HEAPSIGHT_EXPERIMENT_HOSTS", target.address()))) {
            HttpCaller caller = sidecar.readyCaller();
            make(caller, plan(target.address()));
            return told(caller, truths(target));
        }
    }

    /** Starts the experiment on a sidecar, and waits for its end. */
    static void make(HttpCaller caller, String plan) {
        HttpResponse<String> begun = caller.post("/experiments", plan);
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
        String path = begun.headers().firstValue("Location").orElseThrow();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !caller.getJson(path).body().contains("\"running\""));
        assertThat(caller.getJson(path).body()).contains("\"done\"");
    }

    private String plan(String host) {
        return """
                repetitions: %2$d
                work:
                  start:
                    url: http://%1$s:8080/job
                  records: %3$d
                  warmUp: 1
                arms:
                  - name: %4$s
                    switch: {url: 'http://%1$s:8080/loggers', body: %5$s}
                  - name: %6$s
                    switch: {url: 'http://%1$s:8080/loggers', body: %7$s}
                """
                .formatted(
                        host,
                        repetitions,
                        records,
                        first.name(),
                        first.level(),
                        second.name(),
                        second.level());
    }

    private static List<Truth> truths(TargetContainer target) {
        URI service = URI.create("http://" + target.address() + ":8080");
        String all = new HttpCaller(service, "").get("/truth").body();
        return all.lines().map(Truth::parse).toList();
    }

    private List<Told> told(HttpCaller caller, List<Truth> jobs) throws IOException {
        assertThat(jobs).as("one per run, and one before it").hasSize(4 * repetitions);
        List<Told> told = new ArrayList<>();
        for (int i = 0; i < 2 * repetitions; i++) {
            int repetition = i / 2;
            boolean isFirst = (i % 2 == 0) == (repetition % 2 == 0);
            Run run = run(caller, (isFirst ? first : second).name(), repetition + 1);
            told.add(new Told(run, jobs.get(2 * i + 1)));
        }
        return told;
    }

    /** A run as exported by its sidecar. */
    static Run run(HttpCaller caller, String arm, int number) throws IOException {
        String document = caller.getJson("/runs/" + arm + "%23" + number).body();
        return RunJsonReader.read(
                new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    /** Compares runs with runs. */
    static Comparison compare(List<Run> base, List<Run> candidate) throws ProblemException {
        return Comparison.between(arm(base), arm(candidate), Comparison.Terms.USUAL);
    }

    private static Arm arm(List<Run> runs) {
        return Arm.of(
                runs.stream()
                        .map(
                                run ->
                                        runs.size() == 1
                                                ? MeasuredRun.alone(run)
                                                : MeasuredRun.repeated(run))
                        .toList());
    }

    /** A comparison as text. */
    static String table(Comparison comparison) {
        return comparison.rows().stream()
                .map(JobExperiment::line)
                .collect(Collectors.joining("\n"));
    }

    private static String line(ComparisonRow row) {
        return "%-30s %18.4f %18.4f  %s"
                .formatted(
                        row.metric().name(),
                        row.base().orElse(Double.NaN),
                        row.candidate().orElse(Double.NaN),
                        row.verdict().label());
    }
}
