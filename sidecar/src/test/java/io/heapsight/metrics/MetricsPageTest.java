/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MetricsPageTest {
    private static final Path GOLDEN = Path.of("src/test/resources/metrics/golden.txt");
    private static final Path SOURCES = Path.of("src/main/java/io/heapsight/metrics");

    /** Series whose value is the time of day, the speed of this machine, or its file system's. */
    private static final Pattern VOLATILE =
            Pattern.compile(
                    "(?m)^((?:heapsight_sample_age_seconds|heapsight_samples(?:_missed)?_total"
                            + "|heapsight_collector_duration_seconds|heapsight_operation_seconds_sum"
                            + "|heapsight_scrape_duration_seconds|(?:heapsight_)?process_open_fds)(?:\\{.*})?) \\S+$");

    private static final Pattern EXAMPLE =
            Pattern.compile("(?m)^ \\* ([a-z_]+(?:\\{.*})? [0-9.E]+)$");

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
    void pageOfRecordedTargetIsTheGoldenOne() throws IOException {
        String page = sidecar.page.render(sidecar.page.contentType(Optional.empty()));
        String normal =
                VOLATILE.matcher(page)
                        .replaceAll("$1 ~")
                        .replaceFirst(
                                "(?m)^heapsight_scrapes_total \\S+$", "heapsight_scrapes_total ~");
        if (System.getProperty("golden.update") != null) {
            Files.writeString(GOLDEN, normal);
        }
        assertThat(normal).as("-Dgolden.update rewrites it").isEqualTo(Files.readString(GOLDEN));
        assertThat(sidecar.log).noneMatch(line -> line.contains("ERROR"));
    }

    @Test
    void openMetricsHasTheSameSeriesAndItsEnd() {
        String open =
                sidecar.page.render(
                        sidecar.page.contentType(
                                Optional.of("application/openmetrics-text; version=1.0.0")));
        String text = sidecar.page.render(sidecar.page.contentType(Optional.empty()));
        assertThat(open).endsWith("# EOF\n");
        assertThat(series(open)).isEqualTo(series(text));
    }

    @ParameterizedTest
    @MethodSource("collectors")
    void exampleInTheManualOfACollectorIsOnThePage(Path source) throws IOException {
        String page = sidecar.page.render(sidecar.page.contentType(Optional.empty()));
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

    /** A line without the values of its labels, and without its own. */
    private static String form(String line) {
        Matcher value = Pattern.compile(" \\S+$").matcher(line);
        return value.replaceFirst("").replaceAll("=\"[^\"]*\"", "");
    }

    /** All series, their labels without the comma that only the old form has at the end. */
    private static List<String> series(String page) {
        return page.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')).replace(",}", "}"))
                .toList();
    }
}
