/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.TargetMonitor;
import io.heapsight.metrics.SampledTargets.Target;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of docs/metrics.md: its first columns come from the code, the last two (source,
 * freshness) are written by hand.
 */
class MetricsManualTest {
    private static final Path MANUAL = Path.of("..", "docs", "metrics.md");
    private static final String HEADER =
            "| name | type | labels | meaning | source | freshness |\n|---|---|---|---|---|---|\n";
    private static final int BY_HAND = 2;

    @TempDir private Path folder;

    @Test
    void manualListsEveryFamily() throws Exception {
        String manual = Files.readString(MANUAL);
        int table = manual.indexOf("| name |");
        String text = manual.substring(0, table) + table(byHand(manual.substring(table)));
        if (System.getProperty("golden.update") != null) {
            Files.writeString(MANUAL, text);
        }
        assertThat(Files.readString(MANUAL))
                .as("the table; -Dgolden.update rewrites it")
                .isEqualTo(text);
        assertThat(text).as("source and freshness of each family").doesNotContain("| ? |");
    }

    private String table(Map<String, String> byHand) throws Exception {
        try (RecordedSidecar sidecar = new RecordedSidecar(folder, "jdk25-g1-concurrent")) {
            StringBuilder table = new StringBuilder(HEADER);
            for (MetricFamilySamples family : families(sidecar)) {
                String name = name(family);
                table.append("| ")
                        .append(String.join(" | ", byCode(name, family)))
                        .append(" | ")
                        .append(byHand.getOrDefault(name, "? | ?"))
                        .append(" |\n");
            }
            return table.toString();
        }
    }

    /** Families of the recording, and the one that appears only while memory grows to its limit. */
    private static List<MetricFamilySamples> families(RecordedSidecar sidecar) {
        List<MetricFamilySamples> families = new ArrayList<>(sidecar.page.families());
        TargetMonitor monitor = sidecar.sampler.monitors().getFirst();
        Target still = Target.of(monitor, monitor.latest().orElseThrow());
        Target growing =
                new Target(
                        still.label(), still.jvm(), still.startEpochSeconds(), 60, still.sample());
        List<MetricFamilySamples> reached = new ArrayList<>();
        ContainerMetrics.limitReached(reached, List.of(growing));
        int next =
                families.indexOf(
                        families.stream()
                                .filter(each -> each.name.endsWith("memory_oom_kills"))
                                .findFirst()
                                .orElseThrow());
        families.addAll(next, reached);
        return families;
    }

    private static List<String> byCode(String name, MetricFamilySamples family) {
        return List.of(
                "`" + name + "`",
                family.type.name().toLowerCase(Locale.ROOT),
                family.samples.getFirst().labelNames.stream().collect(Collectors.joining(", ")),
                family.help);
    }

    private static String name(MetricFamilySamples family) {
        return family.type == Collector.Type.COUNTER ? family.name + "_total" : family.name;
    }

    /** The last two columns by name. */
    private static Map<String, String> byHand(String table) throws IOException {
        Map<String, String> rows = new HashMap<>();
        for (String line : table.lines().skip(2).toList()) {
            List<String> cells = new ArrayList<>(List.of(line.split(" *\\| *")));
            String name = cells.get(1).replace("`", "");
            rows.put(name, String.join(" | ", cells.subList(cells.size() - BY_HAND, cells.size())));
        }
        return rows;
    }
}
