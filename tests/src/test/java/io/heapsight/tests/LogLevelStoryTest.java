/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.Verdict;
import io.heapsight.run.Run;
import io.heapsight.run.RunJsonReader;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The cost of logging at INFO against WARN: an export of a fixed number of records, four times at
 * each level in ABBA order, each in new containers with realistic limits. -Dstory.records makes it
 * longer.
 */
@NeedsDocker
@Quiet
class LogLevelStoryTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final int RECORDS = Integer.getInteger("story.records", 5_000);
    private static final int LINES_EACH = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60L + RECORDS / 50);
    private static final List<String> ORDER =
            List.of("INFO", "WARN", "WARN", "INFO", "INFO", "WARN", "WARN", "INFO");

    @Test
    void comparisonShowsTheCostOfTheLogLevel() throws IOException, ProblemException {
        List<MeasuredRun> info = new ArrayList<>();
        List<MeasuredRun> warn = new ArrayList<>();
        for (String level : ORDER) {
            List<MeasuredRun> arm = level.equals("INFO") ? info : warn;
            arm.add(MeasuredRun.repeated(measured(level, arm.size() + 1)));
        }
        Comparison comparison =
                Comparison.between(Arm.of(info), Arm.of(warn), Comparison.Terms.USUAL);
        String table =
                comparison.rows().stream()
                        .map(LogLevelStoryTest::line)
                        .collect(Collectors.joining("\n"));
        System.out.println(table);

        assertThat(comparison.comparable()).as("%s", comparison.warnings()).isTrue();
        Map<String, ComparisonRow> rows =
                comparison.rows().stream()
                        .collect(Collectors.toMap(row -> row.metric().name(), row -> row));
        for (String metric :
                List.of(
                        "cpu.seconds",
                        "allocation.total",
                        "gc.count",
                        "output.bytes",
                        "output.writes",
                        "output.lines",
                        "work.cpu",
                        "work.allocation",
                        "work.output")) {
            assertThat(row(rows, metric).verdict())
                    .as("%s in\n%s", metric, table)
                    .isEqualTo(Verdict.BETTER);
        }
        for (String metric : List.of("threads.peak", "classes.loaded", "class_space.used")) {
            assertThat(row(rows, metric).verdict())
                    .as("%s in\n%s", metric, table)
                    .isEqualTo(Verdict.NO_EVIDENCE);
        }
        assertThat(row(rows, "output.lines").base().orElseThrow())
                .isCloseTo(RECORDS * (LINES_EACH + 0.001), withinPercentage(2));
        assertThat(row(rows, "output.lines").candidate().orElseThrow())
                .isCloseTo(RECORDS * 0.001, withinPercentage(20));
        assertThat(rows)
                .containsKeys(
                        "duration",
                        "cpu.utilisation",
                        "container.memory.mean",
                        "container.memory.of_limit",
                        "container.memory.of_soft_limit",
                        "heap.after_gc.mean",
                        "gc.time",
                        "gc.overhead",
                        "metaspace.used",
                        "objects.count",
                        "unreachable.bytes",
                        "unreachable.share");
    }

    private static ComparisonRow row(Map<String, ComparisonRow> rows, String metric) {
        return Objects.requireNonNull(rows.get(metric), metric);
    }

    /** One export, from its first record to its last, as exported by its sidecar. */
    private static Run measured(String level, int number) throws IOException {
        TargetSpec export =
                TargetSpec.of(Jdk.JDK_21, "Export")
                        .withArguments(Integer.toString(RECORDS))
                        .withFlags("-Xmx388m", "-XX:MetaspaceSize=88m", "-Dlog4j2.level=" + level)
                        .under(TargetSpec.Parent.OUTPUT_TO_FILE)
                        .withReservation(360 * MEBIBYTE)
                        .withMemory(512 * MEBIBYTE);
        try (TargetContainer target = TargetContainer.start(export);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withDataVolume()
                                        .withEnvironment("HEAPSIGHT_SAMPLE_INTERVAL", "100ms")
                                        .withEnvironment("HEAPSIGHT_MIN_INTERVAL_GARBAGE", "0s"))) {
            HttpCaller caller = sidecar.readyCaller();
            String run = "/runs/" + level + "%23" + number;
            ok(caller.send("PUT", run + "?garbage=true&label=level=" + level, ""));
            target.exec("touch", "/tmp/go").outOrThrow();
            target.awaitOutput("DONE", PATIENCE);
            ok(caller.post(run + "/marks?records=" + RECORDS));
            ok(caller.post(run + "/stop"));
            byte[] document = ok(caller.getJson(run)).getBytes(StandardCharsets.UTF_8);
            return RunJsonReader.read(new ByteArrayInputStream(document));
        }
    }

    private static String ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
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
