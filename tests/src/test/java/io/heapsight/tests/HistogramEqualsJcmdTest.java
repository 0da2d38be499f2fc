/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares {@code heapsight histogram}, in a sidecar container beside an idle JVM, with the JVM's
 * own {@code jcmd GC.class_histogram}: rows, order, names, totals.
 */
@NeedsDocker
class HistogramEqualsJcmdTest {
    private static final Pattern ROW =
            Pattern.compile(" *\\d+: +(\\d+) +(\\d+)  (.+?)(?: \\(([^ ()@]+)(?:@[^ ()]+)?\\))?");
    private static final Pattern TOTAL = Pattern.compile("Total +(\\d+) +(\\d+)");

    /** One row, the module without its version; a class that two loaders defined has two. */
    private record Row(String name, String module, long instances, long bytes) {}

    private record Total(long instances, long bytes) {}

    private record Histogram(List<Row> rows, Total total) {
        static Histogram ofText(String text) {
            List<Row> rows = new ArrayList<>();
            for (String line : text.lines().toList()) {
                Matcher row = ROW.matcher(line);
                Matcher total = TOTAL.matcher(line);
                if (row.matches()) {
                    String module = row.group(4) == null ? "" : row.group(4);
                    rows.add(new Row(row.group(3), module, number(row, 1), number(row, 2)));
                } else if (total.matches()) {
                    return new Histogram(rows, new Total(number(total, 1), number(total, 2)));
                }
            }
            throw new IllegalStateException("no histogram:\n" + text);
        }

        static Histogram ofJson(String text) {
            Json json = Json.parse(text);
            List<Row> rows = new ArrayList<>();
            for (Json row : json.at("classes").items()) {
                rows.add(
                        new Row(
                                row.at("name").text(),
                                row.at("module").value() instanceof String module ? module : "",
                                row.at("instances").number(),
                                row.at("bytes").number()));
            }
            Json total = json.at("totals");
            return new Histogram(
                    rows, new Total(total.at("instances").number(), total.at("bytes").number()));
        }

        private static long number(Matcher matcher, int group) {
            return Long.parseLong(matcher.group(group));
        }

        Row of(String name) {
            return rows.stream().filter(row -> row.name.equals(name)).findFirst().orElseThrow();
        }
    }

    static Stream<Arguments> jdksAndCollectors() {
        return Cover.jdksWith(
                Collector.SERIAL,
                Collector.PARALLEL,
                Collector.G1,
                Collector.ZGC,
                Collector.ZGC_GENERATIONAL);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("jdksAndCollectors")
    void allObjectsOfAnIdleJvmEqualJcmd(Jdk jdk, Collector collector) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(jdk, collector))) {
            warmUp(target);

            Histogram before = Histogram.ofText(jcmd(target, "-all"));
            Histogram ours = Histogram.ofJson(heapsight(target, "--format", "json"));
            Histogram after = Histogram.ofText(jcmd(target, "-all"));

            assertThat(ours.rows()).hasSizeGreaterThan(100);
            assertIsOneOf(ours, before, after);
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void liveObjectsLargestClassesAndTextEqualJcmd(Jdk jdk) {
        try (TargetContainer target =
                TargetContainer.start(TargetSpec.idleWithGarbage(jdk, Collector.SERIAL))) {
            warmUp(target);
            Histogram all = Histogram.ofText(jcmd(target, "-all"));

            Histogram before = Histogram.ofText(jcmd(target));
            String text = heapsight(target, "--live");
            Histogram after = Histogram.ofText(jcmd(target));

            assertIsOneOf(Histogram.ofText(text), before, after);
            assertThat(after.of("com.acme.Order").instances()).isEqualTo(500);
            assertThat(all.of("com.acme.Order").instances()).isEqualTo(1000);
            // The live objects are all objects except those that the full GC itself created.
            Histogram top = Histogram.ofJson(heapsight(target, "--top", "7", "--format", "json"));
            Histogram allNow = Histogram.ofText(jcmd(target, "-all"));
            assertThat(top.rows()).isEqualTo(allNow.rows().subList(0, 7));
            assertThat(top.total()).isEqualTo(allNow.total());
            assertThat(tableLines(heapsight(target))).isEqualTo(tableLines(jcmd(target, "-all")));
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void classOfTwoLoadersHasTwoRows(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.of(jdk, "Twins"))) {
            Histogram ours = Histogram.ofJson(heapsight(target, "--format", "json"));

            assertThat(ours.rows().stream().filter(row -> row.name.equals("com.acme.Twins$Twin")))
                    .extracting(Row::instances)
                    .containsExactly(300L, 200L);
        }
    }

    /** The first attach of each kind makes the target load classes and start a thread. */
    private static void warmUp(TargetContainer target) {
        jcmd(target, "-all");
        heapsight(target);
    }

    private static void assertIsOneOf(Histogram ours, Histogram before, Histogram after) {
        if (!ours.equals(before)) {
            assertThat(ours.rows()).isEqualTo(after.rows());
            assertThat(ours.total()).isEqualTo(after.total());
        }
    }

    /** The numbered lines and the line of totals, up to the blank line. */
    private static List<String> tableLines(String text) {
        return text.lines()
                .filter(line -> ROW.matcher(line).matches() || TOTAL.matcher(line).matches())
                .toList();
    }

    private static String jcmd(TargetContainer target, String... options) {
        List<String> arguments = new ArrayList<>(List.of("1", "GC.class_histogram"));
        arguments.addAll(List.of(options));
        return target.jcmd(arguments.toArray(String[]::new)).outOrThrow();
    }

    private static String heapsight(TargetContainer target, String... options) {
        List<String> arguments = new ArrayList<>(List.of("histogram", "1"));
        arguments.addAll(List.of(options));
        return SidecarContainer.run(SidecarSpec.beside(target), arguments.toArray(String[]::new))
                .outOrThrow();
    }
}
