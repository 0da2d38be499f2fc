/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.compare.ExportJob;
import io.heapsight.report.RunReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code heapsight compare} of saved documents: output and exit code. */
class CompareCommandTest {
    @TempDir private Path folder;

    private record Seen(int code, String out, String err) {}

    private Seen compare(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        int code =
                new CommandLine(new CompareCommand(console))
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                        .setExecutionExceptionHandler(
                                (e, _, _) -> {
                                    console.note(String.valueOf(e.getMessage()));
                                    return ExitCode.REPORTED;
                                })
                        .execute(arguments);
        return new Seen(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private String runs(String arm, ExportJob job) throws IOException {
        StringBuilder files = new StringBuilder();
        for (int i = 1; i <= 4; i++) {
            Path file = folder.resolve(arm + i + ".json");
            Files.writeString(file, new RunReport(job.run(arm + "#" + i, arm.length() + i)).json());
            files.append(files.isEmpty() ? "" : ",").append(file);
        }
        return files.toString();
    }

    private String summary(String name, int version, int unreachable) throws IOException {
        Path file = folder.resolve(name + ".json");
        int bytes = 100 * unreachable;
        return Files.writeString(
                        file,
                        """
                        {"schemaVersion":%d,"file":"%s",
                         "layout":{"referenceBytes":4,"headerBytes":12,"alignmentBytes":8,"source":"flags"},
                         "totals":{"all":{"objects":12,"bytes":1200},"reachable":{"objects":6,"bytes":600},
                         "unreachable":{"objects":%d,"bytes":%d},"filler":{"objects":0,"bytes":0}},
                         "classes":[{"name":"com.acme.Line","objects":12,"bytes":1200,
                         "unreachableObjects":%d,"unreachableBytes":%d,"retainedBytes":null}],
                         "waste":{"duplicateStrings":{"wastedBytes":77},"collections":[{"savableBytes":5},
                         {"savableBytes":6}],"boxed":[],"arrays":null},"skipped":[]}
                        """
                                .formatted(version, name, unreachable, bytes, unreachable, bytes))
                .toString();
    }

    @Test
    void exportedRunsAreComparedAsArms() throws IOException {
        Seen seen = compare(runs("BASE", ExportJob.INFO), runs("CHANGED", ExportJob.WARN));
        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out()).startsWith("CHANGED against BASE (4 runs each)");
        assertThat(seen.out()).containsPattern("output.bytes .* better");
    }

    @Test
    void worseExitsWith1OnRequest() throws IOException {
        String info = runs("BASE", ExportJob.INFO);
        String warn = runs("CHANGED", ExportJob.WARN);
        assertThat(compare(warn, info).code()).isZero();
        assertThat(compare(warn, info, "--fail-if-worse").code()).isEqualTo(1);
        assertThat(compare(info, warn, "--fail-if-worse").code()).isZero();
    }

    @Test
    void onlySomeRowsMayDecide() throws IOException {
        String info = runs("BASE", ExportJob.INFO);
        String warn = runs("CHANGED", ExportJob.WARN);
        assertThat(compare("--fail-if-worse", warn, info).code()).isEqualTo(1);
        assertThat(compare(warn, info, "--fail-if-worse=output.*").code()).isEqualTo(1);
        assertThat(compare(warn, info, "--fail-if-worse=threads.mean,threads.peak").code())
                .isZero();
        assertThat(compare(warn, info, "--fail-if-worse=speed").code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void rowThatDecidesNeedsAVerdict() throws IOException {
        String info = runs("BASE", ExportJob.INFO);
        String same = runs("SAME", ExportJob.INFO);
        Seen seen = compare(info, same, "--fail-if-worse=output.bytes,cpu.throttled");
        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err())
                .contains("--fail-if-worse: cpu.throttled has no verdict: it was not recorded")
                .doesNotContain("output.bytes");
        assertThat(compare(info, same, "--fail-if-worse=gc.*").code()).isZero();
        assertThat(compare(info, same, "--fail-if-worse").code()).isZero();
    }

    @Test
    void podsNeedTheirOptions() {
        String url = "http://localhost:1";
        assertThat(compare("--prometheus", url, "INFO", "WARN").code()).isEqualTo(ExitCode.USAGE);
        assertThat(compare("INFO").code()).isEqualTo(ExitCode.USAGE);
        assertThat(compare("--prometheus", url).err()).contains("An arm is missing");
        assertThat(pods(url, "--at", "noon").err()).contains("Not a time");
        assertThat(pods(url, "--window", "7d", "--step", "1s").err())
                .contains("The step is invalid");
        assertThat(pods(url, "--window", "1s").err()).contains("The window is too short");
        assertThat(pods(url, "--dialect", "statsd").code()).isEqualTo(ExitCode.USAGE);
        assertThat(pods("localhost:9090").err()).contains("Not the URL of a Prometheus");
    }

    @Test
    void windowOfTheBaseMustNotOverlapNorBeSequential() {
        String url = "http://localhost:1";
        String[] times = {"--at", "2026-11-28T12:00:00Z", "--base-at", "2026-11-28T10:30:00Z"};
        Seen overlap = pods(url, times);
        assertThat(overlap.code()).isEqualTo(1);
        assertThat(overlap.err()).contains("The windows overlap", "too close by 30 min");
        assertThat(pods(url, "--base-at", "noon").err()).contains("--base-at noon");
        Seen sequential = pods(url, "--base-at", "2026-11-28T10:00:00Z", "--sequential");
        assertThat(sequential.code()).isEqualTo(ExitCode.USAGE);
        assertThat(sequential.err()).contains("--base-at compares two windows, --sequential");
    }

    private Seen pods(String url, String... more) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "--prometheus",
                                url,
                                "--base",
                                "a=\"1\"",
                                "--candidate",
                                "a=\"2\""));
        words.addAll(List.of(more));
        return compare(words.toArray(String[]::new));
    }

    @Test
    void significantChangeExceedsTheLimitOfARow() throws IOException {
        String info = runs("BASE", ExportJob.INFO);
        String warn = runs("CHANGED", ExportJob.WARN);
        Seen passed = compare(warn, info, "--fail-if", "output.bytes > +5%");
        assertThat(passed.code()).isEqualTo(1);
        assertThat(passed.err()).contains("output.bytes exceeds the limit output.bytes > +5%");
        assertThat(compare(info, warn, "--fail-if", "output.bytes > +5%").code()).isZero();
        assertThat(compare(info, warn, "--fail-if", "output.bytes < -5%").code()).isEqualTo(1);
        assertThat(compare(warn, info, "--fail-if", "gc.pause.mean > 0%").code())
                .as("a change without evidence exceeds no limit")
                .isZero();
    }

    @Test
    void wrongOptionIsAUsageErrorAndNoFinding() throws IOException {
        String info = runs("BASE", ExportJob.INFO);
        String warn = runs("CHANGED", ExportJob.WARN);
        Seen unknown = compare(info, warn, "--fail-if", "speed > 5%");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown metric speed");
        Seen none = compare(info, warn, "--fail-if", "much");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("is not a limit");
        assertThat(compare(info, warn, "--relevant", "x%").code()).isEqualTo(2);
        assertThat(compare(info, warn, "--row", "speed").code()).isEqualTo(2);
        assertThat(compare("BASE", "CHANGED", "--row", "speed").code())
                .as("before a sidecar is queried")
                .isEqualTo(2);
    }

    @Test
    void oneRunEachCannotFailAndSaysHowManyRunsCould() throws IOException {
        String info = runs("BASE", ExportJob.INFO).split(",", -1)[0];
        String warn = runs("CHANGED", ExportJob.WARN).split(",", -1)[0];
        Seen seen = compare(warn, info, "--fail-if-worse");
        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err()).contains("4 runs of each arm");
    }

    @Test
    void changeBelowTheRelevanceIsEquivalent() throws IOException {
        String info = runs("BASE", ExportJob.INFO);
        String same = runs("SAME", ExportJob.INFO);
        assertThat(compare(info, same, "--relevant", "50%", "--row", "gc.*").out())
                .containsPattern("gc.overhead .* equivalent")
                .doesNotContainPattern("(?m)^ output.bytes");
        assertThat(compare(info, same, "--relevant", "often").err())
                .contains("is not a relevant change");
    }

    @Test
    void writesTablesForMergeRequestAndSpreadsheet() throws IOException {
        String info = runs("BASE", ExportJob.INFO);
        String warn = runs("CHANGED", ExportJob.WARN);
        String markdown = compare(info, warn, "--format", "markdown").out();
        assertThat(markdown)
                .startsWith("### CHANGED against BASE (4 runs each)")
                .contains("|---|---:|---:|---:|---:|---|")
                .containsPattern("\\| `output.bytes` \\| .* \\| \\*\\*better\\*\\* \\|");
        String csv = compare(info, warn, "--format", "csv", "--row", "duration").out();
        assertThat(csv)
                .startsWith("metric,unit,base,candidate,changePercent,intervalLow,intervalHigh")
                .containsPattern("\r\nduration,seconds,[0-9.]+,[0-9.]+,-[0-9.]+,");
        assertThat(csv.split("\r\n", -1)).hasSize(3);
    }

    @Test
    void summariesShowTheDifference() throws IOException {
        Seen seen = compare(summary("a.hprof", 1, 6), summary("b.hprof", 1, 3));
        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out()).startsWith("b.hprof against a.hprof");
        assertThat(seen.out()).containsPattern("unreachable.share +50.0 % +25.0 % +-50.0 %");
        assertThat(seen.out()).containsPattern("waste.collections +11 B +11 B");
        assertThat(seen.out()).containsPattern("600 +300 +-300 +0 +com.acme.Line");
        assertThat(
                        compare(
                                        summary("a.hprof", 1, 6),
                                        summary("b.hprof", 1, 3),
                                        "--format",
                                        "json")
                                .out())
                .startsWith("{\"schemaVersion\":1,\"base\":{\"file\":\"a.hprof\"}")
                .contains("\"metric\":\"unreachable.bytes\"");
    }

    @Test
    void documentsOfTwoKindsAreRefused() throws IOException {
        String run = runs("BASE", ExportJob.INFO).split(",", -1)[0];
        Seen seen = compare(run, summary("a.hprof", 1, 6));
        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err()).contains("can't be compared with each other");
    }

    @Test
    void unknownVersionsAndOtherDocumentsAreRefused() throws IOException {
        String known = summary("a.hprof", 1, 6);
        assertThat(compare(known, summary("b.hprof", 2, 6)).err()).contains("schemaVersion 2");
        Path other = Files.writeString(folder.resolve("c.json"), "{\"schemaVersion\":1}");
        assertThat(compare(known, other.toString()).err()).contains("Neither a run nor");
        Path cut = Files.writeString(folder.resolve("d.json"), "{\"schemaVersion\":1,");
        assertThat(compare(known, cut.toString()).err()).contains("Not JSON", "d.json");
        Path future =
                Files.writeString(
                        folder.resolve("e.json"),
                        "{\"schemaVersion\":9,\"started\":\"2026-11-22T00:00:00Z\"}");
        assertThat(compare(future.toString(), future.toString()).err()).contains("schemaVersion 9");
        assertThat(compare(folder.resolve("none.json").toString(), known).code()).isEqualTo(1);
    }

    /** For too deep nesting the parser reports no position, which was a bug in heapsight. */
    @Test
    void tooDeeplyNestedDocumentIsCalledSo() throws IOException {
        Path file = folder.resolve("deep.json");
        Files.writeString(file, "{\"layout\":{},\"a\":" + "[".repeat(3000));

        Seen seen = compare(file.toString(), file.toString());

        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.err()).contains("nested too deeply").doesNotContain("StreamRead");
    }
}
