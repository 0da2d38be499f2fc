/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.EventLog;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsPageTest {
    private static final Path GOLDEN = Path.of("src/test/resources/metrics/golden.txt");
    private static final Path SOURCES = Path.of("src/main/java/io/heapsight/metrics");

    /** Series that depend on the time of day, the speed of this machine, or its file system. */
    private static final Pattern VOLATILE =
            Pattern.compile(
                    "(?m)^((?:heapsight_sample_age_seconds|heapsight_samples(?:_missed)?_total"
                            + "|heapsight_collector_duration_seconds|heapsight_operation_seconds_sum|heapsight_scrapes_total|heapsight_scrape_duration_seconds|heapsight_thread_dump_timestamp_seconds|(?:heapsight_(?:sidecar_)?)?process_open_fds)(?:\\{.*})?)"
                            + " \\S+$");

    private static final Pattern EXAMPLE =
            Pattern.compile("(?m)^ \\* ([a-z_]+(?:\\{.*})? [0-9.E]+)$");

    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

    /** One family of each collector whose figures change without a sample. */
    private static final List<String> CHANGED =
            List.of(
                    "jvm_native_memory_committed_bytes",
                    "jvm_threads_state",
                    "heapsight_container_memory_oom_kills_total",
                    "heapsight_histogram_bytes",
                    "heapsight_unreachable_bytes",
                    "heapsight_retained_class_bytes",
                    "heapsight_operations_total",
                    "heapsight_http_wrong_tokens_total");

    @TempDir private static Path folder;
    private static RecordedSidecar sidecar;

    @BeforeAll
    static void sampleRecordedTarget() throws Exception {
        sidecar = new RecordedSidecar(folder, "jdk25-g1-concurrent");
    }

    @AfterAll
    static void stopSampling() {
        sidecar.close();
    }

    @Test
    void pageOfRecordedTargetEqualsTheGoldenOne() throws IOException {
        String normal = normal(page(sidecar, ""));
        if (System.getProperty("golden.update") != null) {
            Files.writeString(GOLDEN, normal);
        }
        assertThat(normal).as("-Dgolden.update rewrites it").isEqualTo(Files.readString(GOLDEN));
        assertThat(sidecar.log).noneMatch(line -> line.contains("ERROR"));
    }

    @Test
    void openMetricsHasTheSameSeriesAndItsEnd() {
        String open = page(sidecar, OPEN_METRICS);
        String text = page(sidecar, "");
        assertThat(open).endsWith("# EOF\n");
        assertThat(series(open)).isEqualTo(series(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", OPEN_METRICS})
    void pageIsWhatSimpleclientWritesOfAllFamiliesAtOnce(String accept) throws IOException {
        page(sidecar, accept); // so that the next one has cached sections
        assertThat(normal(page(sidecar, accept))).isEqualTo(normal(atOnce(sidecar, accept)));
    }

    @Test
    void changeWithoutSampleIsOnTheNextPage(@TempDir Path other) throws Exception {
        try (RecordedSidecar changing = new RecordedSidecar(other, "jdk25-g1-concurrent")) {
            String before = normal(page(changing, ""));
            changing.changeAllButSamples();
            String after = normal(page(changing, ""));
            assertThat(after).isEqualTo(normal(atOnce(changing, "")));
            for (String family : CHANGED) {
                assertThat(lines(after, family)).as(family).isNotEqualTo(lines(before, family));
            }
        }
    }

    @Test
    void sampledFiguresAreRenderedBeforeAFrequentScrape() {
        Wares wares = new Wares();
        MetricsPage page =
                new MetricsPage(
                        new SampledTargets(sidecar.sampler),
                        List.of(wares),
                        MetricNamingScheme.PLAIN,
                        new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system()));
        page.refresh();
        assertThat(wares.collected).as("before the first scrape").isZero();

        assertThat(text(page, "")).contains("shop_wares{collected=\"1\",} 0.0");
        wares.count = 7;
        page.refresh();
        assertThat(wares.collected).isEqualTo(2);
        assertThat(text(page, "")).contains("shop_wares{collected=\"2\",} 7.0");
        assertThat(wares.collected).as("it was written").isEqualTo(2);

        page.refresh();
        wares.count = 8;
        page.refresh();
        assertThat(wares.collected).as("no scrape since").isEqualTo(2);
        assertThat(text(page, "")).contains("shop_wares{collected=\"3\",} 8.0");
    }

    @Test
    void prefixedPageIsThePlainOneWithAnotherBeginOfNames(@TempDir Path other) throws Exception {
        try (RecordedSidecar prefixed =
                new RecordedSidecar(other, "jdk25-g1-concurrent", MetricNamingScheme.PREFIXED)) {
            String renamed =
                    normal(page(sidecar, ""))
                            .replaceAll("heapsight_process_", "heapsight_sidecar_process_")
                            .replaceAll(
                                    "\\b(?<!heapsight_)(jvm|process)_(?=[a-z])", "heapsight_$1_");
            assertThat(normal(page(prefixed, ""))).isEqualTo(renamed);
            assertThat(series(renamed)).allMatch(line -> line.startsWith("heapsight_"));
            assertThat(normal(page(prefixed, OPEN_METRICS)))
                    .isEqualTo(normal(atOnce(prefixed, OPEN_METRICS)));
        }
    }

    @Test
    void prefixedNamesDoNotMeetOthers() {
        List<String> names = sidecar.page.families().stream().map(each -> each.name).toList();
        assertThat(MetricNamingScheme.PREFIXED.of(sidecar.page.families()))
                .extracting(each -> each.name)
                .doesNotHaveDuplicates()
                .hasSameSizeAs(names);
    }

    @Test
    void chosenCollectorsAreSectionsOfThePage() {
        String whole = page(sidecar, "");
        String part = filtered(new MetricFilter(Set.of(), Set.of("gc", "memory")));
        assertThat(whole).contains(part);
        assertThat(names(part))
                .contains("jvm_memory_used_bytes", "jvm_gc_overhead_ratio")
                .doesNotContain("jvm_threads_current", "heapsight_scrapes_total");
    }

    @Test
    void chosenNamesAreFamiliesOrTheirSeries() {
        String part =
                filtered(
                        new MetricFilter(
                                Set.of(
                                        "jvm_gc_duration_seconds",
                                        "jvm_gc_collection_seconds_count",
                                        "process_cpu_seconds_total",
                                        "jvm_threads_current",
                                        "no_such_metric"),
                                Set.of("gc", "process")));
        assertThat(names(part))
                .containsExactlyInAnyOrder(
                        "jvm_gc_duration_seconds_bucket",
                        "jvm_gc_duration_seconds_count",
                        "jvm_gc_duration_seconds_sum",
                        "jvm_gc_collection_seconds_count",
                        "process_cpu_seconds_total");
    }

    @Test
    void filterOfNothingIsTheWholePage() {
        assertThat(normal(filtered(MetricFilter.NONE))).isEqualTo(normal(page(sidecar, "")));
    }

    @Test
    void filterKnowsEachCollector() {
        assertThat(sidecar.page.collectors()).isEqualTo(MetricFilter.COLLECTORS);
    }

    private static String filtered(MetricFilter filter) {
        return text(sidecar.page.render(MetricsPage.contentType(Optional.empty()), filter));
    }

    private static Set<String> names(String page) {
        return series(page).stream()
                .map(line -> line.replaceFirst("\\{.*", ""))
                .collect(Collectors.toSet());
    }

    private static String page(RecordedSidecar of, String accept) {
        return text(of.page, accept);
    }

    private static String text(MetricsPage page, String accept) {
        return text(page.render(MetricsPage.contentType(Optional.of(accept))));
    }

    private static String text(List<byte[]> sections) {
        return sections.stream()
                .map(section -> new String(section, StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }

    /** The page as simpleclient renders it, without cache. */
    private static String atOnce(RecordedSidecar of, String accept) throws IOException {
        StringWriter page = new StringWriter();
        TextFormat.writeFormat(
                MetricsPage.contentType(Optional.of(accept)),
                page,
                Collections.enumeration(of.page.families()));
        return page.toString();
    }

    private static String normal(String page) {
        return VOLATILE.matcher(page).replaceAll("$1 ~");
    }

    private static List<String> lines(String page, String family) {
        return page.lines().filter(line -> line.startsWith(family)).toList();
    }

    @ParameterizedTest
    @MethodSource("collectors")
    void exampleInTheManualOfACollectorIsOnThePage(Path source) throws IOException {
        String page = page(sidecar, "");
        List<String> examples =
                EXAMPLE.matcher(Files.readString(source))
                        .results()
                        .map(match -> match.group(1))
                        .toList();
        assertThat(examples).isNotEmpty();
        for (String example : examples) {
            assertThat(page.lines().map(MetricsPageTest::form)).contains(form(example));
            String value = example.substring(example.lastIndexOf(' ') + 1);
            assertThat(Double.toString(Double.parseDouble(value))).isEqualTo(value);
        }
    }

    static Stream<Path> collectors() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files
                    .filter(file -> file.toString().endsWith("Metrics.java"))
                    .filter(file -> !file.endsWith("TargetMetrics.java"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** A line without the values of its labels and without its own. */
    private static String form(String line) {
        Matcher value = Pattern.compile(" \\S+$").matcher(line);
        return value.replaceFirst("").replaceAll("=\"[^\"]*\"", "");
    }

    /** All series; labels without the trailing comma of the old format. */
    private static List<String> series(String page) {
        return page.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')).replace(",}", "}"))
                .toList();
    }
}
